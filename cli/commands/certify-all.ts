import { join } from 'node:path'
import pLimit from 'p-limit'
import { printable, styleFor, writeJson, writeWhole } from '../../reporters/index.ts'
import type { SideEntry } from '../../sides/index.ts'
import type { Io } from '../io.ts'
import { addToJob } from '../job.ts'
import {
  isDue,
  type KeptCertification,
  keptIn,
  refusePartOverWhole,
  refuseWithoutPast,
  withHistory,
} from '../many/history.ts'
import { judgeProfile, outlookOn } from '../many/judge.ts'
import { refuseForeignSummary, SUMMARY } from '../many/own-summary.ts'
import { manyPage } from '../many/page.ts'
import { type FoundProfile, type LeftOutFile, profilesIn, shownName } from '../many/profiles.ts'
import { type SelectedProfile, selectedBy, selectionWords } from '../many/selected.ts'
import { manyJunit, manyMarkdown, manyText, wordOf } from '../many/summary.ts'
import { readSigningKey, refuseKeyBeside } from '../run-folder/certify.ts'
import { makeFolder } from '../run-folder/make-folder.ts'
import { defaultFolder } from '../run-folder/output.ts'

export interface CertifyAllOptions {
  readonly out?: string
  /** The number of processes that run at once. */
  readonly jobs: number
  readonly apiVersion?: string
  readonly seed?: number
  readonly runs?: number
  readonly only: readonly string[]
  readonly scenario: readonly string[]
  /** Only says what would be driven. */
  readonly dryRun?: boolean
  readonly signWith?: string
  /** Judges only what is not conformant yet. */
  readonly failedOnly?: boolean
  /** Judges only what was judged at least so many milliseconds ago. */
  readonly stale?: number
}

/**
 * `certify all DIR`: judges every receiver and client profile in a folder, each in its own process. Returns 1 where one of them
 * fails, else 3 where one could not be judged. What is left out does not change the code.
 */
export async function certifyAllCommand(
  folder: string,
  sides: readonly SideEntry[],
  options: CertifyAllOptions,
  io: Io,
): Promise<number> {
  const found = await profilesIn(folder, sides)
  const selected = await selectedBy(options, found.profiles)
  if (options.signWith !== undefined) {
    await readSigningKey(options.signWith, '--sign-with')
    await refuseKeyBesidePrograms(selected.profiles, io.env)
  }
  const leftOut = [...found.leftOut, ...selected.leftOut]
  if (options.dryRun === true) return dryRun(selected.profiles, leftOut, options, io)
  const out = options.out ?? defaultFolder(io.now())
  makeFolder(out)
  refuseForeignSummary(out)
  const kept = keptIn(out)
  const due = { ...options, ...(options.stale !== undefined && { staleMs: options.stale }) }
  refuseWithoutPast(due, kept)
  const parts = selected.profiles.map((one) => ({ name: one.name, selection: selectionWords(one) }))
  refusePartOverWhole(out, parts, kept)
  const began = io.now()
  const limit = pLimit(options.jobs)
  const words = wordsOf(options)
  const signal = io.interruption()
  const all = await Promise.all(
    selected.profiles.map((profile) =>
      limit(async (): Promise<KeptCertification> => {
        const { name, file } = profile
        const before = kept.get(name)
        const selection = selectionWords(profile)
        if (before !== undefined && !isDue(due, before, { now: began, selection })) {
          io.out(`${printable(`${shownName(profile)}: not judged again, the result is of ${before.at}`)}\n`)
          return before
        }
        if (signal.aborted) {
          const one = { name, profile: file, code: 3, reason: 'the run was interrupted', certified: false }
          return withHistory(one, wordOf(one), io.now(), before)
        }
        io.out(`${printable(shownName(profile))}: begins\n`)
        const signs = options.signWith !== undefined
        const one = await judgeProfile(profile, { out: join(out, name), words, io, signs })
        io.out(`${printable(`${shownName(profile)}: ${wordOf(one)}: ${one.reason}`)}\n`)
        return withHistory(one, wordOf(one), io.now(), before)
      }),
    ),
  )
  writeJson(join(out, SUMMARY), { profiles: all, leftOut })
  writeWhole(join(out, 'junit.xml'), manyJunit({ all, leftOut }, (io.now() - began) / 1000))
  writeWhole(join(out, 'index.html'), manyPage(all, leftOut))
  const markdown = manyMarkdown({ all, leftOut })
  writeWhole(join(out, 'summary.md'), markdown)
  addToJob(() => markdown, io)
  io.out(`\nopen: ${printable(join(out, 'index.html'))}\n`)
  io.out(manyText({ all, leftOut }, styleFor(io.color), options.signWith !== undefined))
  const codes = all.map(({ code }) => code)
  return codes.includes(1) ? 1 : codes.every((code) => code === 0) ? 0 : 3
}

/** Says for each profile what would be driven. Writes and sends nothing. */
async function dryRun(
  profiles: readonly SelectedProfile[],
  leftOut: readonly LeftOutFile[],
  options: CertifyAllOptions,
  io: Io,
): Promise<number> {
  const codes: number[] = []
  for (const profile of profiles) codes.push(await outlookOn(profile, { words: wordsOf(options), io }))
  for (const { file, reason } of leftOut) io.out(`${printable(`${file}: left out: ${reason}`)}\n`)
  return codes.every((code) => code === 0) ? 0 : 3
}

/** Refuses a key where one of the profiles names a program of its partner: all run at once, beside the key. */
async function refuseKeyBesidePrograms(profiles: readonly FoundProfile[], env: Io['env']): Promise<void> {
  for (const { side: entry, file } of profiles) {
    const side = await entry?.load()
    // A wrong profile is named with all others, and starts nothing.
    const described = await side?.describe({ target: file }, env).catch(() => undefined)
    const program = described && side?.startsProgram?.(described)
    if (program !== undefined) refuseKeyBeside(`${program} of ${file}`)
  }
}

/** The options that each process gets. */
function wordsOf({ apiVersion, seed, runs, signWith }: CertifyAllOptions): readonly string[] {
  const option = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [name, String(value)]
  return [
    ...option('--api-version', apiVersion),
    ...option('--seed', seed),
    ...option('--runs', runs),
    ...option('--sign-with', signWith),
  ]
}

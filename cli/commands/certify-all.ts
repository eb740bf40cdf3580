import { join } from 'node:path'
import pLimit from 'p-limit'
import { styleFor, writeJson, writeWhole } from '../../reporters/index.ts'
import type { SideEntry } from '../../sides/index.ts'
import type { Io } from '../io.ts'
import { addToJob } from '../job.ts'
import { type Certified, judgeProfile } from '../many/judge.ts'
import { refuseForeignSummary, SUMMARY } from '../many/own-summary.ts'
import { type FoundProfile, profilesIn } from '../many/profiles.ts'
import { manyJunit, manyMarkdown, manyText } from '../many/summary.ts'
import { refuseKeyBeside } from '../run-folder/certify.ts'
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
  readonly signWith?: string
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
  const { profiles, leftOut } = await profilesIn(folder, sides)
  if (options.signWith !== undefined) await refuseKeyBesidePrograms(profiles, io.env)
  const out = options.out ?? defaultFolder(io.now())
  makeFolder(out)
  refuseForeignSummary(out)
  const began = io.now()
  const limit = pLimit(options.jobs)
  const words = wordsOf(options)
  const signal = io.interruption()
  const all = await Promise.all(
    profiles.map((profile) =>
      limit(async (): Promise<Certified> => {
        const { name, file } = profile
        if (signal.aborted)
          return { name, profile: file, code: 3, reason: 'the run was interrupted', certified: false }
        return judgeProfile(profile, { out: join(out, name), words, io })
      }),
    ),
  )
  writeJson(join(out, SUMMARY), { profiles: all, leftOut })
  writeWhole(join(out, 'junit.xml'), manyJunit({ all, leftOut }, (io.now() - began) / 1000))
  const markdown = manyMarkdown({ all, leftOut })
  writeWhole(join(out, 'summary.md'), markdown)
  addToJob(() => markdown, io)
  io.out(manyText({ all, leftOut }, styleFor(io.color), options.signWith !== undefined))
  const codes = all.map(({ code }) => code)
  return codes.includes(1) ? 1 : codes.every((code) => code === 0) ? 0 : 3
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
function wordsOf({ apiVersion, seed, runs, only, signWith }: CertifyAllOptions): readonly string[] {
  const option = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [name, String(value)]
  return [
    ...option('--api-version', apiVersion),
    ...option('--seed', seed),
    ...option('--runs', runs),
    ...only.flatMap((pattern) => ['--only', pattern]),
    ...option('--sign-with', signWith),
  ]
}

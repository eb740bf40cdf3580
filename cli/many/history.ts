import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import type { Certified } from './judge.ts'
import { SUMMARY } from './own-summary.ts'

/** The result of an earlier certification, in short. */
export interface Past {
  /** ISO 8601. */
  readonly at: string
  readonly code: number
  readonly word: string
}

/** A certification with the earlier ones of the same profile. */
export interface KeptCertification extends Certified {
  readonly at: string
  /** The oldest comes first; the last is this one. */
  readonly history: readonly Past[]
}

const MOST_KEPT = 12

/** The certifications that an earlier `certify all` left in a folder, by name. */
export function keptIn(folder: string): ReadonlyMap<string, KeptCertification> {
  const file = join(folder, SUMMARY)
  if (!existsSync(file)) return new Map()
  const { profiles } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly profiles: readonly (Certified & Partial<KeptCertification>)[]
  }
  // A summary of an earlier version of this program has no times.
  return new Map(profiles.map((one) => [one.name, { at: new Date(0).toISOString(), history: [], ...one }]))
}

/** Adds a certification to the earlier ones of its profile. */
export function withHistory(
  one: Certified,
  word: string,
  now: number,
  before: KeptCertification | undefined,
): KeptCertification {
  const at = new Date(now).toISOString()
  const history = [...(before?.history ?? []), { at, code: one.code, word }]
  return { ...one, at, history: history.slice(-MOST_KEPT) }
}

export interface Due {
  /** Only profiles that did not come to an end as conformant. */
  readonly failedOnly?: boolean
  /** Only profiles whose last certification is at least as old, in milliseconds. */
  readonly staleMs?: number
}

/**
 * Says whether a profile is judged again. One that was never judged always is, and so is one of which another part was judged: a part
 * does not stand for the whole. Where both options are given, either is enough.
 *
 * @param selection options that select the part to be judged; empty for the whole
 */
export function isDue(
  { failedOnly, staleMs }: Due,
  before: KeptCertification | undefined,
  { now, selection = [] }: { readonly now: number; readonly selection?: readonly string[] },
): boolean {
  if (before === undefined || (failedOnly !== true && staleMs === undefined)) return true
  if (JSON.stringify(before.selection ?? []) !== JSON.stringify(selection)) return true
  const isStale = staleMs !== undefined && now - Date.parse(before.at) >= staleMs
  return isStale || (failedOnly === true && before.code !== 0)
}

/** @throws ConformanceError USAGE where there is nothing that could be failed or stale */
export function refuseWithoutPast(
  { failedOnly, staleMs }: Due,
  kept: ReadonlyMap<string, KeptCertification>,
): void {
  if (kept.size > 0 || (failedOnly !== true && staleMs === undefined)) return
  const option = failedOnly === true ? '--failed-only' : '--stale'
  throw usageError(
    `${option} needs the results of an earlier certify all: --out should be its folder, with ${SUMMARY}`,
  )
}

/**
 * Refuses to judge a part where a folder has the result of the whole, which the part would replace with its reports.
 *
 * @param selected the profiles with the options that select a part; empty for the whole
 * @throws ConformanceError USAGE
 */
export function refusePartOverWhole(
  folder: string,
  selected: readonly { readonly name: string; readonly selection: readonly string[] }[],
  kept: ReadonlyMap<string, KeptCertification>,
): void {
  const lost = selected.find(({ name, selection }) => {
    const before = kept.get(name)
    return selection.length > 0 && before !== undefined && (before.selection ?? []).length === 0
  })
  if (lost === undefined) return
  throw usageError(
    `--out ${folder} holds the whole result of ${lost.name}, which ${lost.selection[0]} would replace with a part: it should be another folder`,
  )
}

import { partsOf } from '../../conformance/verdict.ts'
import type { RunRecord } from '../record.ts'

/**
 * Returns the observations of each requirement in a run: normalised texts with the original ones. Each requirement that was
 * exercised has an entry, even an empty one.
 */
export function observationsOf({ scenarios }: RunRecord): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { requirement, verdict, outcome } of scenarios.flatMap(({ checks }) => checks)) {
    if (outcome !== 'observed' || verdict.kind !== 'observed') continue
    const seen = found.get(requirement) ?? new Map<string, string>()
    // The order in which a list of things was seen does not matter.
    for (const part of partsOf(verdict)) seen.set(comparable(part), part)
    found.set(requirement, seen)
  }
  return found
}

/** Patterns of values that differ in each run and mean nothing in themselves. */
const ofTheRun: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'an id'],
  [/\b[0-9a-f]{16,}\b/gi, 'a hash'],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})/g, 'a moment'],
  [/\b(https?:\/\/)(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1local'],
  [/-?\b\d+(\.\d+)?(?= ?(ms|µs|ns|milliseconds|microseconds|nanoseconds)\b)/g, 'some'],
]

/** A text without values that differ in each run. */
export function comparable(text: string): string {
  return ofTheRun.reduce((plain, [pattern, word]) => plain.replaceAll(pattern, word), text)
}

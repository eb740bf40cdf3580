import { partsOf } from '../../conformance/verdict.ts'
import type { RunRecord } from '../record.ts'

/**
 * Returns the observations of each requirement in a run: the words that are compared, with the original ones.
 * Each requirement that was looked at has an entry, however little there was to see.
 */
export function observationsOf({ scenarios }: RunRecord): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { requirement, verdict, outcome } of scenarios.flatMap(({ checks }) => checks)) {
    if (outcome !== 'observed' || verdict.kind !== 'observed') continue
    const seen = found.get(requirement) ?? new Map<string, string>()
    // A list of things that were seen says the same in whatever order they came.
    for (const part of partsOf(verdict)) seen.set(comparable(part), part)
    found.set(requirement, seen)
  }
  return found
}

/** Patterns of values that differ in each run and mean nothing by themselves. */
const ofTheRun: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'an id'],
  [/\b[0-9a-f]{16,}\b/gi, 'a hash'],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})/g, 'a moment'],
  [/\b(https?:\/\/)(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1local'],
  [/-?\b\d+(\.\d+)?(?= ?(ms|µs|ns|milliseconds|microseconds|nanoseconds)\b)/g, 'some'],
]

function comparable(text: string): string {
  return ofTheRun.reduce((plain, [pattern, word]) => plain.replaceAll(pattern, word), text)
}

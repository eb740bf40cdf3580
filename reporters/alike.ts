import { timesOf } from '../conformance/cause.ts'
import type { Finding } from '../conformance/verdict.ts'

/** Ids and times in a text: each run has others, so they tell no two observations apart. */
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}/gi
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g

/** A text without ids and times. */
export const withoutIdsAndTimes = (text: string): string => text.replace(ID, '<id>').replace(TIME, '<time>')

/** A text of which nothing is left but an id or a time: its form is what was observed. */
const BARE = /^"?<(id|time)>"?$/

/**
 * The observations, each once. Texts that differ only in ids and times are one, with their number: `{"id":"<id>"} (x 44)`. One that
 * consists of an id or a time stays as it is.
 */
export function distinctObservations(findings: readonly Finding[]): readonly string[] {
  return [...Map.groupBy(findings, ({ observed }) => withoutIdsAndTimes(observed))].map(([text, same]) => {
    const [first] = same
    const differ = same.some(({ observed }) => observed !== first?.observed)
    const shown = first === undefined || (differ && !BARE.test(text)) ? text : first.observed
    return differ ? `${shown} (x ${timesOf(same)})` : shown
  })
}

import type { Platform } from '../../../../platform.ts'
import type { Quote } from '../../../../quotes/quote.ts'
import { anything, number, one, replacing, yes } from '../../arguments.ts'
import { operator, type QuoteChange } from './operator.ts'

type Change = (right: unknown, quote: Quote, platform: Platform) => unknown

const DAY_MS = 24 * 3_600_000

/** A field of a group of the record: `policyTerm.retention`, `record.message`. @throws RangeError for another group */
const field = (given: unknown): readonly [group: 'record' | 'policyTerm' | 'coverage', name: string] => {
  const [group, name = ''] = String(given).split('.')
  return [one('record', 'policyTerm', 'coverage')(group), name]
}

/** Writes another value into a field. Where it is the right one, the slip has not happened. */
const written =
  ([group, name]: ReturnType<typeof field>, value: Change): QuoteChange =>
  (happens) =>
  (base) => {
    const changed = (right: unknown, quote: Quote, platform: Platform) => {
      const wrong = value(right, quote, platform)
      return wrong !== right && happens(quote, platform) ? wrong : right
    }
    if (group === 'record')
      return {
        record: {
          [name]: (quote, platform) => changed(base.record[name]?.(quote, platform), quote, platform),
        },
      }
    return {
      [group]: {
        [name]: (...rated: Parameters<(typeof base)['policyTerm'][string]>) =>
          changed(base[group][name]?.(...rated), rated[2], rated[1]),
      },
    }
  }

/** A time that is a second later at each read. */
const drifting = (): Change => {
  const reads = new WeakMap<Quote, number>()
  return (right, quote) => {
    const count = (reads.get(quote) ?? 0) + 1
    reads.set(quote, count)
    return new Date(Date.parse(String(right)) + count * 1000).toISOString()
  }
}

const daysLater =
  (days: number): Change =>
  (date) =>
    new Date(Date.parse(String(date)) + days * DAY_MS).toISOString().slice(0, 10)

/** A retention below its minimum as it was submitted. */
const unraised: Change = (right, { submission }, { behaviour }) =>
  Number(submission.retention) < behaviour.rating.minimumRetention(submission)
    ? behaviour.formats.money(Number(submission.retention))
    : right

/** Mistakes with what the record says (2.2). */
export const VALUE_OPERATORS = [
  operator({ field, is: anything }, ({ field: of, is }) => written(of, () => is)),
  operator({ without: field }, ({ without }) => written(without, () => undefined)),
  operator({ rewrites: field, by: replacing }, ({ rewrites, by }) => written(rewrites, by)),
  operator({ moves: field, days: number }, ({ moves, days }) => written(moves, daysLater(days))),
  operator(
    { drifts: field },
    ({ drifts }) =>
      (happens) =>
      (base) =>
        written(drifts, drifting())(happens)(base),
  ),
  operator({ unraised: yes }, () => written(['policyTerm', 'retention'], unraised)),
]

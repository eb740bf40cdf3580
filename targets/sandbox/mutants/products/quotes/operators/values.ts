import type { Platform } from '../../../../platform.ts'
import type { Quote, QuoteStatus } from '../../../../quotes/quote.ts'
import { anything, maybe, number, one, replacing, some, wordsOf, yes } from '../../arguments.ts'
import { operator, type QuoteChange, state } from './operator.ts'

const states = maybe(some(state))

type Change = (right: unknown, quote: Quote, platform: Platform) => unknown

const DAY_MS = 24 * 3_600_000

const GROUPS = ['record', 'policyTerm', 'personalCyber', 'coverage'] as const

/** A field of a group of the record: `policyTerm.retention`, `record.message`. @throws RangeError for another group */
const field = (given: unknown): readonly [group: (typeof GROUPS)[number], name: string] => {
  const [group, name = ''] = String(given).split('.')
  return [one(...GROUPS)(group), name]
}

/** Writes another value into a field, in some states or in all. Where it is the right one, the slip has not happened. */
const written =
  ([group, name]: ReturnType<typeof field>, value: Change, states?: readonly QuoteStatus[]): QuoteChange =>
  (happens) =>
  (base) => {
    const changed = (right: unknown, quote: Quote, platform: Platform) => {
      if (states?.includes(quote.status) === false) return right
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

/** An amount of money, multiplied. */
const multiplied =
  (by: number): Change =>
  (right, _, { behaviour }) =>
    behaviour.formats.money(Number(String(right).replace(/[$,]/g, '')) * by)

const isMoney = (value: unknown): value is string => typeof value === 'string' && value.startsWith('$')

/** The wrong form that a careless serialiser gives a value: an amount, a number, anything else. */
const misshapen: Change = (value) => {
  if (isMoney(value)) return value.replace(/\.\d\d$/, '')
  if (typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null
}

const FORMS = {
  misshapen,
  /** An amount as a number, as a database stores it. */
  bare: (value, ...of) => (isMoney(value) ? Number(value.replace(/[$,]/g, '')) : misshapen(value, ...of)),
} as const satisfies Record<string, Change>

/** A retention below its minimum as it was submitted. */
const unraised: Change = (right, { submission }, { behaviour }) =>
  Number(submission.retention) < behaviour.rating.minimumRetention(submission)
    ? behaviour.formats.money(Number(submission.retention))
    : right

/** Mistakes with what the record says (2.2). */
export const VALUE_OPERATORS = [
  operator({ field, is: anything, in: states }, ({ field: of, is, in: only }) => written(of, () => is, only)),
  operator({ without: field, in: states }, ({ without, in: only }) =>
    written(without, () => undefined, only),
  ),
  operator({ rewrites: field, by: replacing, in: states }, ({ rewrites, by, in: only }) =>
    written(rewrites, by, only),
  ),
  operator({ form: field, as: wordsOf(FORMS) }, ({ form, as }) => written(form, FORMS[as])),
  operator({ moves: field, days: number }, ({ moves, days }) => written(moves, daysLater(days))),
  operator({ times: field, by: number }, ({ times, by }) => written(times, multiplied(by))),
  operator(
    { drifts: field },
    ({ drifts }) =>
      (happens) =>
      (base) =>
        written(drifts, drifting())(happens)(base),
  ),
  operator({ unraised: yes }, () => written(['policyTerm', 'retention'], unraised)),
]

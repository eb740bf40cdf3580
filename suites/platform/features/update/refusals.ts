import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import {
  type BreakOfRequirement as Break,
  breaksIn,
  firstOfEachRequirement,
} from '../../../../generators/breaks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { withLongBodies } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { isObject } from '../../vocabulary/judge/json.ts'
import {
  allRefused,
  type InvalidAttempt,
  noneTaken,
  only400,
  refusalsOf,
} from '../../vocabulary/judge/refusals.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { sameRecord } from '../../vocabulary/quotes/same-record.ts'
import { NO_OBJECT, NOT_JSON, nearlyJson } from '../../vocabulary/submissions/bodies.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

interface Trace {
  readonly attempts: readonly InvalidAttempt[]
  /** The first way to break each rule, in a body that arrives in several parts. */
  readonly inLongBodies: readonly InvalidAttempt[]
  /** A valid update in such a body, sent to another quote, since it may cause a re-rating. */
  readonly longCounterpart: Exchange
  readonly notJson: readonly Exchange[]
  readonly noObject: readonly Exchange[]
  /** The quotes that got the invalid updates. */
  readonly quotes: readonly UpdatedInVain[]
  /** A valid update, sent last, since it may cause a re-rating. */
  readonly counterpart: Exchange
}

/** A quote before all invalid updates, read twice, and for some time afterwards: a refused request may still be carried out. */
interface UpdatedInVain {
  readonly before: readonly Exchange[]
  readonly after: PolledState
}

/** Quotes that get invalid updates side by side. No two of them are sent to one quote at the same moment. */
const QUOTES = 4

/** Fields that a platform may not use where `it_manager_same` is true; their types are stated all the same. */
const UNUSED = '/it_manager_contact/'

/** Makes a scenario that breaks the type or format of each field of an update in every way (2.4, R13). */
export function updateRefusals(spec: Spec, state: 'ready_to_bind' | 'approved_rate'): PlatformScenario {
  const rows = spec.requirements.filter(({ field }) => field?.schema === 'Update')
  const breaks = breaksIn(spec, 'Update')
  return scenario<Trace>({
    id: `update/refuses-broken-fields${state === 'ready_to_bind' ? '' : '-in-approved-rate'}`,
    title: `An update in ${state} with a wrong field, or that is no JSON object, is refused`,
    needs: state === 'approved_rate' ? [{ outcome: state }] : [],
    async drive(context) {
      const { api, quotes } = context
      const reached = await Promise.all(Array.from({ length: QUOTES }, () => quotes.reach(state)))
      // A debatable value may be accepted and cause a re-rating, so it is sent to another quote.
      const other = await quotes.reach(state)
      const isDebatable = ({ level }: Break) => level === 'observe'
      const certain = breaks.filter((one) => !isDebatable(one))
      const before = await Promise.all(
        reached.map(async ({ id }) => [await api.status(id), await api.status(id)]),
      )
      const attempts = await Promise.all([
        broken(context, other, breaks.filter(isDebatable)),
        ...reached.map((quote, lane) =>
          broken(
            context,
            quote,
            certain.filter((_, place) => place % QUOTES === lane),
          ),
        ),
      ])
      const long = withLongBodies(context)
      const [quote = other, second = other, third = other] = reached
      const usual = updatesFor(quote).all
      const [inLongBodies, notJson, noObject] = await Promise.all([
        inTurn(firstOfEachRequirement(breaks), async ({ apply, ...one }) => ({
          ...one,
          exchange: await long.api.update(quote.id, apply(usual)),
        })),
        inTurn([...NOT_JSON, ...nearlyJson(usual)], (body) => api.update(second.id, undefined, { body })),
        inTurn(NO_OBJECT, (body) => api.update(third.id, undefined, { body })),
      ])
      const longCounterpart = await long.api.update(other.id, updatesFor(other).all)
      const after = await Promise.all(reached.map(({ id }) => quotes.stays(id)))
      const counterpart = await api.update(quote.id, {})
      return {
        attempts: attempts.flat(),
        ...{ inLongBodies, notJson, noObject, counterpart, longCounterpart },
        quotes: before.flatMap((reads, place) => {
          const later = after[place]
          return later === undefined ? [] : [{ before: reads, after: later }]
        }),
      }
    },
    claims: [
      ...rows.map(({ id }) => claim<Trace>(id, refusalsOf(id))),
      ...rows.map(({ id }) =>
        claim<Trace>(
          id,
          ({ inLongBodies, longCounterpart }) => {
            const verdict = noneTaken(inLongBodies.filter((one) => one.requirement === id))
            // How long a body may be is not shown.
            return verdict.kind !== 'passed' || succeeded(longCounterpart)
              ? verdict
              : cannotTell('a valid update in a long body was not taken')
          },
          'in a long body',
        ),
      ),
      claim('refused-update-leaves-the-record', leftTheRecord),
      claim('validation-errors-are-400', ({ attempts, counterpart }) => only400(attempts, counterpart)),
      claim('update-not-json-refused', ({ notJson, counterpart }) => allRefused(notJson, counterpart)),
      claim('update-not-an-object-refused', ({ noObject, counterpart }) => allRefused(noObject, counterpart)),
    ],
  })
}

/** Judges the record only if all invalid updates were refused: an accepted one may cause a re-rating. */
function leftTheRecord(
  { quotes, attempts, inLongBodies, notJson, noObject }: Trace,
  { spec }: { readonly spec: Spec },
): Verdict {
  const sent = [...attempts.filter(({ level }) => level !== 'observe'), ...inLongBodies].map(
    ({ exchange }) => exchange,
  )
  return [...sent, ...notJson, ...noObject].some(succeeded)
    ? cannotTell('an update that had to be refused was taken')
    : all(quotes.map(({ before, after }) => sameRecord(before, after.reads, spec)))
}

/** Updates a quote in each broken way, and with the broken field alone. */
async function broken(
  { api }: PlatformContext,
  quote: SubmittedQuote,
  breaks: readonly Break[],
): Promise<readonly InvalidAttempt[]> {
  const { all: whole } = updatesFor(quote)
  const ways = breaks.flatMap(({ apply, ...one }) => {
    const { label, pointer } = one
    const unused = `${label}, while it_manager_same is true`
    return [
      { one, body: apply(whole) },
      { one: { ...one, label: `${label}, alone` }, body: only(pointer, apply(whole)) },
      ...(pointer.startsWith(UNUSED)
        ? [{ one: { ...one, label: unused }, body: apply({ ...whole, it_manager_same: true }) }]
        : []),
    ]
  })
  return inTurn(ways, async ({ one, body }) => ({ ...one, exchange: await api.update(quote.id, body) }))
}

async function inTurn<T, R>(some: readonly T[], send: (one: T) => Promise<R>): Promise<readonly R[]> {
  const answers: R[] = []
  for (const one of some) answers.push(await send(one))
  return answers
}

/** Reduces a body to one of its fields: a platform may validate it only when other fields are present. */
function only(pointer: string, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [, outer = '', inner] = pointer.split('/')
  const value = body[outer]
  return { [outer]: inner === undefined || !isObject(value) ? value : { [inner]: value[inner] } }
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { breaksIn, firstOfEachRequirement } from '../../../../generators/breaks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { withLongBodies } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
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
  /** The quote before all invalid updates, read twice. */
  readonly before: readonly Exchange[]
  /** The quote for some time afterwards: a refused request may still be carried out. */
  readonly after: PolledState
  /** A valid update, sent last, since it may cause a re-rating. */
  readonly counterpart: Exchange
}

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
      // A debatable value may be accepted and cause a re-rating, so it is sent to another quote.
      const [quote, other] = await Promise.all([quotes.reach(state), quotes.reach(state)])
      const before = [await api.status(quote.id), await api.status(quote.id)]
      const attempts: InvalidAttempt[] = []
      for (const { apply, ...one } of breaks) {
        const { id } = one.level === 'observe' ? other : quote
        const { all: whole } = updatesFor(quote)
        attempts.push({ ...one, exchange: await api.update(id, apply(whole)) })
        const exclusive = { ...one, label: `${one.label}, alone` }
        attempts.push({ ...exclusive, exchange: await api.update(id, only(one.pointer, apply(whole))) })
        if (!one.pointer.startsWith(UNUSED)) continue
        const label = `${one.label}, while it_manager_same is true`
        const exchange = await api.update(id, apply({ ...whole, it_manager_same: true }))
        attempts.push({ ...one, label, exchange })
      }
      const inLongBodies: InvalidAttempt[] = []
      const long = withLongBodies(context)
      for (const { apply, ...one } of firstOfEachRequirement(breaks)) {
        const body = apply(updatesFor(quote).all)
        inLongBodies.push({ ...one, exchange: await long.api.update(quote.id, body) })
      }
      const longCounterpart = await long.api.update(other.id, updatesFor(other).all)
      const send = async (bodies: readonly string[]) => {
        const answers: Exchange[] = []
        for (const body of bodies) answers.push(await api.update(quote.id, undefined, { body }))
        return answers
      }
      const notJsonTexts = [...NOT_JSON, ...nearlyJson(updatesFor(quote).all)]
      const [notJson, noObject] = [await send(notJsonTexts), await send(NO_OBJECT)]
      const after = await quotes.stays(quote.id)
      const counterpart = await api.update(quote.id, {})
      const refused = { attempts, inLongBodies, notJson, noObject }
      return { before, ...refused, after, counterpart, longCounterpart }
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
  { before, attempts, inLongBodies, notJson, noObject, after }: Trace,
  { spec }: { readonly spec: Spec },
): Verdict {
  const sent = [...attempts.filter(({ level }) => level !== 'observe'), ...inLongBodies].map(
    ({ exchange }) => exchange,
  )
  return [...sent, ...notJson, ...noObject].some(succeeded)
    ? cannotTell('an update that had to be refused was taken')
    : sameRecord(before, after.reads, spec)
}

/** Reduces a body to one of its fields: a platform may validate it only when other fields are present. */
function only(pointer: string, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [, outer = '', inner] = pointer.split('/')
  const value = body[outer]
  return { [outer]: inner === undefined || !isObject(value) ? value : { [inner]: value[inner] } }
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { breaksIn } from '../../../../generators/breaks.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { errorMessage, withoutData } from '../../vocabulary/judge/envelope.ts'
import { isObject } from '../../vocabulary/judge/json.ts'
import { sameRecord } from '../../vocabulary/judge/record.ts'
import { type Attempt, allRefused, judgeRefusals, only400 } from '../../vocabulary/judge/refusals.ts'
import type { Sighting } from '../../vocabulary/quotes/poll.ts'
import { NO_OBJECT, NOT_JSON } from '../submit/bodies.ts'
import { updatesFor } from './changes.ts'

interface Trace {
  readonly attempts: readonly Attempt[]
  readonly notJson: readonly Exchange[]
  readonly noObject: readonly Exchange[]
  /** The quote before all that was to be refused, read twice. */
  readonly before: readonly Exchange[]
  /** The quote after it, for a while: a refused request may still be carried out. */
  readonly after: Sighting
  /** A valid update, sent last, since it may send the quote back to rating. */
  readonly counterpart: Exchange
}

/** A platform may have no use for it where `it_manager_same` is true; its types are stated all the same. */
const UNUSED = '/it_manager_contact/'

/** Every way of giving a field of an update another type or breaking its format (2.4, R13). */
export function updateRefusals(spec: Spec, state: 'ready_to_bind' | 'approved_rate'): PlatformScenario {
  const rows = spec.requirements.filter(({ field }) => field?.schema === 'Update')
  const breaks = breaksIn(spec, 'Update')
  return scenario<Trace>({
    id: `update/refuses-broken-fields${state === 'ready_to_bind' ? '' : '-in-approved-rate'}`,
    title: `An update in ${state} with a wrong field, or that is no JSON object, is refused`,
    needs: state === 'approved_rate' ? [{ outcome: state }] : [],
    async drive({ api, quotes }) {
      // A debatable value may rightly be taken and set off a rating, so it goes to a quote of its own.
      const [quote, other] = await Promise.all([quotes.reach(state), quotes.reach(state)])
      const before = [await api.status(quote.id), await api.status(quote.id)]
      const attempts: Attempt[] = []
      for (const { apply, ...one } of breaks) {
        const { id } = one.level === 'observe' ? other : quote
        const { all: whole } = updatesFor(quote)
        attempts.push({ ...one, exchange: await api.update(id, apply(whole)) })
        const alone = { ...one, label: `${one.label}, alone` }
        attempts.push({ ...alone, exchange: await api.update(id, only(one.pointer, apply(whole))) })
        if (!one.pointer.startsWith(UNUSED)) continue
        const label = `${one.label}, while it_manager_same is true`
        const exchange = await api.update(id, apply({ ...whole, it_manager_same: true }))
        attempts.push({ ...one, label, exchange })
      }
      const send = async (bodies: readonly string[]) => {
        const answers: Exchange[] = []
        for (const body of bodies) answers.push(await api.update(quote.id, undefined, { body }))
        return answers
      }
      const [notJson, noObject] = [await send(NOT_JSON), await send(NO_OBJECT)]
      const after = await quotes.stays(quote.id)
      return { before, attempts, notJson, noObject, after, counterpart: await api.update(quote.id, {}) }
    },
    claims: [
      ...rows.map(({ id }) =>
        claim<Trace>(id, ({ attempts, counterpart }) =>
          judgeRefusals(
            attempts.filter((one) => one.requirement === id),
            counterpart,
          ),
        ),
      ),
      claim('refused-update-leaves-the-record', leftTheRecord),
      claim('error-has-no-data', ({ attempts }) => refusalForm(attempts, withoutData)),
      claim('error-message-is-string', ({ attempts }) => refusalForm(attempts, errorMessage)),
      claim('validation-errors-are-400', ({ attempts, counterpart }) => only400(attempts, counterpart)),
      claim('update-not-json-refused', ({ notJson, counterpart }) => allRefused(notJson, counterpart)),
      claim('update-not-an-object-refused', ({ noObject, counterpart }) => allRefused(noObject, counterpart)),
    ],
  })
}

/** Judged where nothing of it was let in: an update that was taken may rightly set off a rating. */
function leftTheRecord(
  { before, attempts, notJson, noObject, after }: Trace,
  { spec }: { readonly spec: Spec },
): Verdict {
  const sent = attempts.filter(({ level }) => level !== 'observe').map(({ exchange }) => exchange)
  return [...sent, ...notJson, ...noObject].some(succeeded)
    ? cannotTell('an update that had to be refused was taken')
    : sameRecord(before, after.reads, spec)
}

/** The form of what was refused beyond doubt. */
function refusalForm(attempts: readonly Attempt[], judge: (exchange: Exchange) => Verdict): Verdict {
  const refused = attempts.filter(
    ({ level, exchange }) => level === 'must' && exchange.answer?.status === 400,
  )
  return refused.length === 0
    ? cannotTell('nothing was refused with 400')
    : all(refused.map(({ exchange }) => judge(exchange)))
}

/** A body with nothing but one of its fields: what stands beside it may be why a platform looks at it. */
function only(pointer: string, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [, outer = '', inner] = pointer.split('/')
  const value = body[outer]
  return { [outer]: inner === undefined || !isObject(value) ? value : { [inner]: value[inner] } }
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import type { Sighting } from '../../vocabulary/quotes/poll.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { type LoneUpdate, updateOne } from '../update/accepted.ts'
import { updatesFor } from '../update/changes.ts'
import { endsIssued } from './ready-quote.ts'

/** A bind and an update that were sent at the same moment, and what became of the quote. */
interface Race {
  readonly bind: Exchange
  readonly issuing: Sighting
}

interface Trace {
  /** Updates of other quotes, beside nothing: they show whether an update leads to a new rating. */
  readonly alone: readonly LoneUpdate[]
  readonly races: readonly Race[]
}

const CONTROLS = 2
/** Each is sent first in half of them. */
const RACES = 6

/** A bind that is accepted comes to its end, whatever else is asked of the quote at that moment (3.transitions, R15). */
export const bindBesideUpdate: PlatformScenario = scenario<Trace>({
  id: 'bind/beside-an-update',
  title: 'A bind that is accepted beside an update of its quote is carried out',
  async drive(context) {
    const controls = Array.from({ length: CONTROLS }, () =>
      updateOne(context, 'ready_to_bind', 'insured_contact'),
    )
    const alone = await Promise.all(controls)
    const races = await Promise.all(Array.from({ length: RACES }, (_, place) => race(context, place)))
    return { alone, races }
  },
  claims: [
    claim(
      'transition-bound-to-issued',
      ({ alone, races }) => {
        // Both may be queued where an update leads to a new rating: the result of the two is open.
        const isRated = alone.some(
          ({ answer, meanwhile, settled }) =>
            !succeeded(answer) || !isSteady(meanwhile) || !isSteady(settled),
        )
        if (isRated) return cannotTell('an update leads to a new rating')
        const verdicts = races.flatMap((one) => carriedOut(one) ?? [])
        return verdicts.length === 0 ? cannotTell('no bind was accepted beside an update') : all(verdicts)
      },
      'beside an update',
    ),
  ],
})

async function race({ api, quotes }: PlatformContext, place: number): Promise<Race> {
  const quote = await quotes.reach('ready_to_bind')
  const update = () => api.update(quote.id, updatesFor(quote).insured_contact)
  const bind = () => api.bind(quote.id)
  const [first, second] = await Promise.all(place % 2 === 0 ? [bind(), update()] : [update(), bind()])
  return { bind: place % 2 === 0 ? first : second, issuing: await quotes.issue(quote.id) }
}

const isSteady = ({ reads, state }: Sighting): boolean =>
  state === 'ready_to_bind' && reads.every((read) => !succeeded(read) || stateOf(read) === state)

function carriedOut({ bind, issuing }: Race): Verdict | undefined {
  return bind.answer?.status === 202 && issuing.state !== 'pending' ? endsIssued(bind, issuing) : undefined
}

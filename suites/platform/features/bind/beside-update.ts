import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, succeeded } from '../../vocabulary/judge/answer.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { outcomeOf, type SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { lasts } from '../../vocabulary/quotes/same-state.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** An update without a bind, for comparison. */
interface Control {
  readonly update: Exchange
  /** The quote in quick reads right after the update. */
  readonly soon: PolledState
  /** The quote in some later reads. */
  readonly later: PolledState
}

/** A bind and an update that were sent at the same moment, and the quote afterwards. */
interface Race {
  readonly bind: Exchange
  readonly issuing: PolledState
  /** The quote for a while after that: a rating that ends late may overwrite its state. */
  readonly after: PolledState
}

interface Trace {
  /** Updates without a bind: they show whether an update leads to a new rating. */
  readonly controls: readonly Control[]
  readonly races: readonly Race[]
}

const CONTROLS = 3
/** How long quick reads look for a re-rating, in milliseconds. */
const QUICK_MS = 4000
/** In half of them the bind is sent first, in the others the update. */
const RACES = 6

/** Checks that an accepted bind leads to `issued` even when an update arrives at the same moment (3.transitions, R15). */
export const bindBesideUpdate: PlatformScenario = scenario<Trace>({
  id: 'bind/beside-an-update',
  title: 'A bind that is accepted during an update is carried out',
  drive: async (context) => ({
    controls: await Promise.all(Array.from({ length: CONTROLS }, () => control(context))),
    races: await Promise.all(Array.from({ length: RACES }, (_, place) => race(context, place))),
  }),
  claims: [
    claim(
      'transition-bound-to-issued',
      ({ controls, races }) => {
        // Where an update leads to a new rating, both may be queued, and the result is open.
        if (!controls.every(isSteady)) return cannotTell('an update leads to a new rating')
        const verdicts = races.flatMap((one) => carriedOut(one) ?? [])
        return verdicts.length === 0 ? cannotTell('no bind was accepted beside an update') : all(verdicts)
      },
      'beside an update',
    ),
  ],
})

const updateOf = ({ api }: PlatformContext, quote: SubmittedQuote): Promise<Exchange> =>
  api.update(quote.id, updatesFor(quote).insured_contact)

async function control(context: PlatformContext): Promise<Control> {
  const { quotes } = context
  const quote = await quotes.reach('ready_to_bind')
  const update = await updateOf(context, quote)
  const soon = await quotes.follow(quote.id, (state) => state !== 'ready_to_bind', QUICK_MS)
  return { update, soon, later: await quotes.stays(quote.id) }
}

async function race(context: PlatformContext, place: number): Promise<Race> {
  const { api, quotes } = context
  const quote = await quotes.reach('ready_to_bind')
  const bind = () => api.bind(quote.id)
  const update = () => updateOf(context, quote)
  const [first, second] = await Promise.all(place % 2 === 0 ? [bind(), update()] : [update(), bind()])
  const issuing = await quotes.issue(quote.id)
  return { bind: place % 2 === 0 ? first : second, issuing, after: await quotes.stays(quote.id) }
}

const isSteady = ({ update, soon, later }: Control): boolean =>
  succeeded(update) &&
  soon.state === 'ready_to_bind' &&
  later.state === 'ready_to_bind' &&
  !later.reads.some(isPending)

const isPending = (read: Exchange): boolean => stateOf(read) === 'pending'

function carriedOut({ bind, issuing, after }: Race): Verdict | undefined {
  const isRated = [...issuing.reads, ...after.reads].some(isPending)
  if (bind.answer?.status !== 202 || isRated) return undefined
  if (issuing.last.answer === undefined) return cutOff('the status after the bind could not be read')
  const later = after.reads.filter((read) => stateOf(read) !== undefined)
  return all([issuing.last, ...later].map(isIssued))
}

function isIssued(read: Exchange): Verdict {
  const state = stateOf(read)
  return state === 'issued'
    ? passed()
    : failed({
        ...finding(read, 'issued', state ?? outcomeOf(read), '/data/quote_status'),
        ...(state === 'bound' && lasts('bound')),
      })
}

import type { Claim } from '../../../../../conformance/scenario.ts'
import { CannotTell, cutOff } from '../../../../../conformance/verdict.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../../vocabulary/context.ts'
import type { Sighting } from '../../../vocabulary/quotes/poll.ts'
import { outcomeOf } from '../../../vocabulary/quotes/quotes.ts'
import { attemptsOf } from '../event.ts'
import { circuitBreaker } from './breaker.ts'
import { retryLadder } from './ladder.ts'
import { deliveryOutcomes } from './outcomes.ts'
import { lackOf, type Opened, type Part, type PartTrace, play, type Stage } from './part.ts'

/** By the ids of its parts; absent where no requirement of a part is judged in this run. */
type Trace = Readonly<Record<string, PartTrace>>

/**
 * What takes minutes on real time, all at once (8). One quote sets everything going, and whoever makes further ones does so
 * when no other part minds: the events of every quote reach the endpoints of all parts.
 */
export function deliverySchedule(spec: Spec): PlatformScenario {
  const parts: readonly Part[] = [retryLadder(spec), circuitBreaker, deliveryOutcomes]
  return scenario<Trace>({
    id: 'webhooks/schedule',
    title: 'Deliveries that fail are repeated by the clock, until they are given up',
    needs: [{ offers: 'webhooks' }],
    alone: true,
    async drive(context, judged) {
      const wanted = parts.filter(({ claims }) => claims.some(({ requirement }) => judged.has(requirement)))
      const lacks = wanted.map((one) => [one, lackOf(one, context)] as const)
      const left = lacks.flatMap(([{ id }, why]) => (why === undefined ? [] : [[id, { left: why }] as const]))
      const possible = lacks.flatMap(([one, why]) => (why === undefined ? [one] : []))
      if (possible.length === 0) return Object.fromEntries(left)
      return { ...Object.fromEntries(left), ...(await playAll(possible, context)) }
    },
    claims: parts.flatMap(({ id, claims }) => claims.map((one) => within(id, one))),
  })
}

async function playAll(parts: readonly Part[], context: PlatformContext): Promise<Trace> {
  await silence(context)
  // Every endpoint exists before the quote does, so that its one event reaches all of them at the same time.
  // In turn, since the last one takes as many as it gets.
  const opened: Promise<Opened<unknown>>[] = []
  for (const one of parts) {
    opened.push(one.open(context))
    await Promise.allSettled(opened)
  }
  const stage = begin(context)
  const played = parts.map(async ({ id }, place) => {
    const open = opened[place]
    if (open === undefined) throw new Error(`the part ${id} was not opened`)
    return [id, await play(open, stage)] as const
  })
  return Object.fromEntries(await Promise.all(played))
}

/** How long nothing more has to come, in milliseconds, and how often the suite waits for that. */
const SILENCE = { ms: 1500, tries: 10 }

/** Waits until what scenarios before this one made has been rated and told: its events would be taken for the stage's own. */
async function silence({ quotes, webhooks, facts }: PlatformContext): Promise<void> {
  const listener = await webhooks.open(['quote.created'])
  const last = await quotes.create('ready_to_bind')
  await webhooks.until(() => attemptsOf(last, listener).length > 0, facts.timing.rating)
  for (let tries = 0; tries < SILENCE.tries; tries += 1) {
    const heard = listener.arrivals().length
    if (!(await webhooks.watch(SILENCE.ms, SILENCE.ms / 3, () => listener.arrivals().length > heard))) return
  }
}

async function begin({ quotes, clock }: PlatformContext): Promise<Stage> {
  const quote = await quotes.create('ready_to_bind')
  const settled = quotes.settle(quote.id)
  const other = ({ state, last }: Sighting) =>
    new CannotTell(`a quote was to come to ready_to_bind and came to ${state ?? outcomeOf(last)}`)
  const rated = settled.then((sighting) => {
    if (sighting.state !== 'ready_to_bind') throw other(sighting)
    return clock.now()
  })
  // A read that was lost says nothing about what was told.
  const fit = settled.then((sighting) => {
    if (sighting.state !== undefined && sighting.state !== 'ready_to_bind') throw other(sighting)
  })
  // Parts look at them in their own time; until then a failure is not unheard.
  for (const promise of [rated, fit]) promise.catch(() => undefined)
  return { quote, rated, fit }
}

/** A claim about one part, as a claim about the whole. */
function within(id: string, { requirement, name, judge }: Claim<unknown, Spec>): Claim<Trace, Spec> {
  const of = (trace: Trace, facts: Parameters<typeof judge>[1]) => {
    const one = trace[id]
    if (one === undefined) return cutOff('its part of the schedule was not driven')
    return 'trace' in one ? judge(one.trace, facts) : one.left
  }
  return claim(requirement, of, name)
}

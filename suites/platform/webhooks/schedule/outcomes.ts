import type { Arrival, Script, WebhookEndpoint } from '../../../../conformance/webhooks.ts'
import type { PlatformContext } from '../../context.ts'
import { attemptsOf, eachQuote, isTrap } from '../event.ts'
import { outcomeClaims } from './outcome-claims.ts'
import { type Part, part, type Stage } from './part.ts'
import { heldUpOf } from './timing.ts'
import { DELIVERED, NOT_DELIVERED, ok } from './ways.ts'

/** How long repeats are watched for, in milliseconds of target time: past the deadline and several rungs. */
export const WATCH_MS = 40_000
/** Until the first attempts are there, and while deadlines run out, time goes in small steps. */
const SHARP = { firstMs: 100, deadlinesMs: 500, deadlinesUntilMs: 12_000, restMs: 2000 }
/** Endpoints that have got nothing so long after the first one are not waited for. */
const LATEST_MS = 3000

/** Deliveries may repeat now and then (R25), hardly at two endpoints at once. */
const TWICE = 2

export interface OutcomesTrace {
  /** By way: the attempts at each of its endpoints. */
  readonly attempts: Readonly<Record<string, readonly (readonly Arrival[])[]>>
  readonly trapped: readonly Arrival[]
  readonly heldUpMs: number
}

/** What counts as delivered and what does not, each way on an endpoint of its own (8, R26). */
export const deliveryOutcomes: Part = part<OutcomesTrace>({
  id: 'outcomes',
  needs: ['register_endpoint'],
  lastsMs: () => WATCH_MS,
  async open(context) {
    const { webhooks } = context
    const endpoints: { readonly way: string; readonly endpoint: WebhookEndpoint }[] = []
    const add = async (way: string, script: Script) => {
      const endpoint = await webhooks.open(['quote.created'])
      endpoint.answer(script, eachQuote)
      endpoints.push({ way, endpoint })
    }
    for (let count = 0; count < TWICE; count += 1)
      for (const [way, first] of Object.entries(DELIVERED)) await add(way, [first, ok])
    for (const [way, failures] of Object.entries(NOT_DELIVERED)) await add(way, [...failures, ok])
    endpoints.find(({ way }) => way === 'refusal')?.endpoint.refuse()
    return (stage) => watch(context, stage, endpoints)
  },
  claims: outcomeClaims,
})

async function watch(
  { webhooks, clock, facts }: PlatformContext,
  { quote }: Stage,
  endpoints: readonly { readonly way: string; readonly endpoint: WebhookEndpoint }[],
): Promise<OutcomesTrace> {
  const all = endpoints.map(({ endpoint }) => endpoint)
  const reached = () => all.filter((endpoint) => attemptsOf(quote, endpoint).length > 0).length
  await webhooks.until(() => reached() > 0, facts.timing.rating, SHARP.firstMs)
  await webhooks.until(() => reached() === all.length, LATEST_MS, SHARP.firstMs)
  clock.awaits('what becomes of deliveries that succeed, fail or hang', WATCH_MS)
  await webhooks.until(() => false, SHARP.deadlinesUntilMs, SHARP.deadlinesMs)
  await webhooks.until(() => false, WATCH_MS - SHARP.deadlinesUntilMs, SHARP.restMs)
  const byWay = Map.groupBy(endpoints, ({ way }) => way)
  const attempts = Object.fromEntries(
    [...byWay].map(([way, some]) => [way, some.map(({ endpoint }) => attemptsOf(quote, endpoint))]),
  )
  return {
    attempts,
    trapped: all.flatMap((endpoint) => endpoint.arrivals().filter(isTrap)),
    heldUpMs: heldUpOf(clock, webhooks),
  }
}

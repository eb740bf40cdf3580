import type { Arrival, WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import {
  cannotTell,
  cutOff,
  failed,
  observed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { breach } from '../../vocabulary/events/breach.ts'
import { addNewBroker, isNamed } from '../../vocabulary/events/brokers.ts'
import { about, mayBeOf, SEE, typeOf } from '../../vocabulary/events/event.ts'
import { type Excused, excuseFor } from '../../vocabulary/events/in-service.ts'
import { isAcceptedBind } from '../../vocabulary/judge/accepted-bind.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { unlessFirst } from './few-endpoints.ts'
import { deleted, deletedAndEnabled } from './gone-endpoints.ts'

/** An endpoint with its arrivals. */
interface Listening extends Excused {
  readonly types: readonly string[]
  readonly arrivals: readonly Arrival[]
}

interface Trace {
  readonly quote: SubmittedQuote
  /** True when it was bound and issued. */
  readonly issued: boolean
  /** Name of the added broker; absent where none can be added, or no endpoint subscribes to its event. */
  readonly broker?: string
  /** The endpoints, each with its event types. */
  readonly endpoints: readonly Listening[]
  /** The arrivals at an endpoint that was deleted before the quote was made. */
  readonly deleted?: readonly Arrival[]
  /** The same at one that was to be enabled after it was deleted. */
  readonly enabledAgain?: readonly Arrival[]
}

const SUBSCRIPTIONS: readonly (readonly string[])[] = [
  ['quote.created'],
  ['quote.created', 'quote.proposalReady'],
  ['quote.proposalReady'],
  ['policy.created'],
  ['broker.added'],
]

/** Number of endpoints that are required; others are left out where they are refused. */
const FIRST = 3

/** Leaves out types that the version does not have or need not send, and those that cannot be caused. */
function subscriptionsOf({ operator, spec }: PlatformContext): readonly (readonly string[])[] {
  const events = spec.delivery.events.filter(
    ({ type, open }) => open !== true && (type !== 'broker.added' || operator.can('add_broker')),
  )
  const known = new Set<string>(events.map(({ type }) => type))
  return SUBSCRIPTIONS.map((types) => types.filter((type) => known.has(type))).filter(
    (types) => types.length > 0,
  )
}

/** Checks that each endpoint gets exactly its subscribed events, and a deleted one nothing (6). */
export const subscriptions: PlatformScenario = scenario<Trace>({
  id: 'webhooks/subscriptions',
  title: 'Each endpoint gets the events that it is subscribed to while it exists',
  needs: [{ offers: 'endpoints' }],
  shows: ['events-go-to-subscribers'],
  async drive(context) {
    const { quotes, webhooks, facts } = context
    const endpoints: { readonly types: readonly string[]; readonly endpoint: WebhookEndpoint }[] = []
    const gone = await deleted(context)
    const revived = await deletedAndEnabled(context)
    // How many endpoints a partner may have is not shown, so the most important ones come first.
    for (const types of subscriptionsOf(context)) {
      const endpoint = await webhooks.open(types).catch(unlessFirst(endpoints.length < FIRST))
      if (endpoint !== undefined) endpoints.push({ types, endpoint })
    }
    const isOneFor = (type: string) => endpoints.some(({ types }) => types.includes(type))
    const added = isOneFor('broker.added') ? await addNewBroker(context).catch(unlessUnable) : undefined
    const broker = added === undefined ? {} : { broker: added.name }
    const quote = await quotes.reach('ready_to_bind')
    const complete = (issued: boolean) => () =>
      endpoints.every(({ types, endpoint }) =>
        types.every((type) => came({ quote, issued, ...broker }, type, endpoint.arrivals())),
      )
    await webhooks.until(complete(false), facts.timing.rating + facts.timing.proposal)
    const issued = isOneFor('policy.created') && (await isIssued(context, quote))
    if (issued) await webhooks.until(complete(true), facts.timing.issue)
    await quotes.stays(quote.id)
    const excuses = await Promise.all(
      endpoints.map(({ endpoint }) => excuseFor(context, endpoint, !complete(issued)())),
    )
    return {
      quote,
      issued,
      ...broker,
      endpoints: endpoints.map(({ types, endpoint }, place) => ({
        types,
        arrivals: endpoint.arrivals(),
        ...excuses[place],
      })),
      ...(gone === undefined ? {} : { deleted: gone.arrivals() }),
      ...(revived === undefined ? {} : { enabledAgain: revived.arrivals() }),
    }
  },
  claims: [
    claim('endpoint-takes-several-types', (trace) =>
      trace.endpoints.some(({ types }) => types.length > 1)
        ? everyType(trace, 1)
        : cannotTell('only one event type of the version follows a submission'),
    ),
    claim('every-endpoint-gets-the-event', (trace) => everyType(trace)),
    claim('webhooks-before-v1-6-0', headersOf),
    claim('deleted-endpoint-gets-nothing', (trace) => nothingForTheGone(trace, trace.deleted)),
    claim(
      'deleted-endpoint-gets-nothing',
      (trace) => nothingForTheGone(trace, trace.enabledAgain),
      'that was to be enabled',
    ),
  ],
})

async function isIssued({ api, quotes, spec }: PlatformContext, { id }: SubmittedQuote): Promise<boolean> {
  return isAcceptedBind(await api.bind(id), spec) && (await quotes.issue(id)).state === 'issued'
}

/** Says whether the owed event of a type came. A policy with an unknown customer may be the awaited one. */
function came(
  { quote, issued, broker }: Pick<Trace, 'quote' | 'issued' | 'broker'>,
  type: string,
  arrivals: readonly Arrival[],
): boolean {
  if (type === 'broker.added')
    return broker === undefined || arrivals.some((arrival) => isNamed(arrival, broker))
  if (about(quote, type, arrivals).length > 0) return true
  return type === 'policy.created' && (!issued || arrivals.some((one) => mayBeOf(one, quote)))
}

const nothingCame = (trace: Trace): boolean => trace.endpoints.every(({ arrivals }) => arrivals.length === 0)

function everyType(trace: Trace, only?: number): Verdict {
  const chosen = only === undefined ? trace.endpoints : trace.endpoints.slice(only, only + 1)
  const lacking = ({ types, arrivals }: Listening) => types.filter((type) => !came(trace, type, arrivals))
  const missing = chosen.flatMap((one) => (one.excuse === undefined ? lacking(one) : []))
  const excused = chosen.find((one) => one.excuse !== undefined && lacking(one).length > 0)
  if (missing.length === 0) return excused?.excuse ?? passed()
  return failed({
    expected: 'every type at every endpoint subscribed to it',
    observed: nothingCame(trace) ? `nothing at all ${SEE}` : `without ${missing.join(', ')}`,
  })
}

/** Observes the headers of deliveries, without those of every request. */
function headersOf({ endpoints }: Trace): Verdict {
  const [first] = endpoints.flatMap(({ arrivals }) => arrivals)
  if (first === undefined) return observed('nothing at all arrived at the receiver')
  const names = first.headers.map(([name]) => name.toLowerCase()).filter((name) => !USUAL.has(name))
  return observed(names.toSorted().join(', ') || 'no header of its own')
}

const USUAL = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'user-agent',
  'accept',
  'accept-encoding',
])

function nothingForTheGone(trace: Trace, deleted: Trace['deleted']): Verdict {
  if (deleted === undefined)
    return trace.deleted === undefined
      ? cannotTell('no endpoint can be deleted', 'operator.delete_endpoint')
      : cannotTell('no endpoint can be enabled', 'operator.enable_endpoint')
  if (nothingCame(trace)) return cutOff('nothing at all arrived at the receiver')
  // Only this quote counts: before the deletion the endpoint may have got events of others.
  const [first] = about(trace.quote, 'quote.created', deleted)
  return first === undefined
    ? passed()
    : breach(first, 'silence after deletion', typeOf(first) ?? 'a delivery', 'endpoint')
}

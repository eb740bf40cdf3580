import type { Arrival, EndpointAt } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, passed, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { about } from '../../vocabulary/events/event.ts'
import { type Excused, excuseFor } from '../../vocabulary/events/in-service.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'

/**
 * Endings of addresses that programs often change on the way to a request. No two ways to write the same address are among them. A sender may write `%7E` as `~` and `%2f` as `%2F` (RFC 3986, 6.2.2).
 */
const ENDINGS = {
  'a query': '?of=partner&Key=Value',
  'escapes in its path': '/a%2Fb%3Fc%3Dd%25',
  'escapes in its query': '?next=%2Fhooks%3Fa%3D1%26b%3D2%25',
  'letters of both cases': '/Hooks/QUOTE-events?Of=Partner',
  'a slash at its end': '/hooks/',
  'two slashes in a row': '/hooks//quotes',
  'a plus sign and an escaped blank': '/a+b%20c?d=e+f%20g',
  'letters beyond ASCII': '/%C3%A9v%C3%A9nements?prix=%E2%82%AC',
  'parameters in its path': '/hooks;v=1,2/of:a@b/(c)!$*~',
  'one key twice, and empty values': '?a=2&a=1&b=&c',
} as const

type Name = keyof typeof ENDINGS

/** An endpoint whose address has such an ending. */
interface Reached extends Excused {
  readonly name: Name
  readonly ending: string
  readonly arrivals: readonly Arrival[]
  /** Endings of the addresses to which something was sent instead. */
  readonly strays: readonly string[]
}

interface Trace {
  readonly quote: SubmittedQuote
  /** Without addresses that the platform refused. */
  readonly endpoints: readonly Reached[]
}

const TYPE = 'quote.created'

/** Checks that events go to the address that was registered, octet by octet (6). */
export const endpointAddresses: PlatformScenario = scenario<Trace>({
  id: 'webhooks/addresses',
  title: 'Events go to exactly the address that was registered',
  needs: [{ offers: 'endpoints' }],
  async drive(context) {
    const { webhooks, quotes, facts } = context
    const opened: { readonly name: Name; readonly endpoint: EndpointAt }[] = []
    for (const name of Object.keys(ENDINGS) as Name[]) {
      // Which addresses a platform takes is not shown.
      const endpoint = await webhooks.openAt(ENDINGS[name], [TYPE]).catch(unlessUnable)
      if (endpoint !== undefined) opened.push({ name, endpoint })
    }
    const quote = await quotes.reach('ready_to_bind')
    const has = ({ endpoint }: (typeof opened)[number]) => about(quote, TYPE, endpoint.arrivals()).length > 0
    const { rating, deliverySlack } = facts.timing
    await webhooks.until(() => opened.every(has), rating + deliverySlack)
    const endpoints = await Promise.all(
      opened.map(async (one) => ({
        ...{ name: one.name, ending: ENDINGS[one.name] },
        ...{ arrivals: one.endpoint.arrivals(), strays: one.endpoint.strays() },
        ...(await excuseFor(context, one.endpoint, !has(one))),
      })),
    )
    return { quote, endpoints }
  },
  claims: (Object.keys(ENDINGS) as Name[]).map((name) =>
    claim(
      'every-endpoint-gets-the-event',
      ({ quote, endpoints }: Trace) =>
        gotIts(
          endpoints.find((one) => one.name === name),
          quote,
        ),
      `whose address has ${name}`,
    ),
  ),
})

function gotIts(endpoint: Reached | undefined, quote: SubmittedQuote): Verdict {
  if (endpoint === undefined) return cannotTell('the platform refused such an address')
  const { ending, arrivals, strays, excuse } = endpoint
  if (about(quote, TYPE, arrivals).length > 0) return passed()
  const [stray] = strays
  if (stray === undefined && excuse !== undefined) return excuse
  return failed({
    expected: `${TYPE} at the registered address, which ends in ${ending}`,
    observed:
      stray === undefined
        ? 'nothing'
        : stray === ''
          ? 'a request without that ending'
          : `a request for ${stray}`,
    at: 'address',
  })
}

import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import type { PlatformContext } from '../../suites/platform/index.ts'

/** An event as it arrived: its payload, and the headers of its delivery. */
export interface DeliveredEvent {
  /** Id of the arrival. */
  readonly arrival: string
  readonly contents: unknown
  readonly metadata: Readonly<Record<string, string>>
}

/** Replaces a signature that was not made with the secret of the endpoint. */
const FORGED = 'not signed with the secret of the endpoint'

/**
 * Causes an event and waits for its delivery at the suite's receiver.
 * @throws CannotTell when it cannot be caused, or does not arrive
 */
export async function cause(context: PlatformContext, type: string): Promise<DeliveredEvent> {
  const { webhooks, facts, spec } = context
  const endpoint = await webhooks.open([type])
  const found = () => endpoint.arrivals().find((one) => typeOf(one) === type)
  await act(context, type)
  await webhooks.until(() => found() !== undefined, facts.timing.rating + facts.timing.proposal)
  const arrival = found()
  if (arrival === undefined) throw new CannotTell(`no ${type} arrived`)
  const { headers } = spec.delivery
  const named = Object.values(headers).flatMap((name) => {
    const value = arrival.headers.find(([one]) => one === name.toLowerCase())?.[1]
    if (value === undefined) return []
    const isForged = name === headers.signature && arrival.signature.signedWith !== 'current'
    return [[name, isForged ? FORGED : value] as const]
  })
  return { arrival: arrival.id, contents: parseJson(arrival.body), metadata: Object.fromEntries(named) }
}

function typeOf({ body }: Arrival): unknown {
  const payload = parseJson(body)
  return isObject(payload) ? payload.type : undefined
}

async function act({ quotes, operator, unique }: PlatformContext, type: string): Promise<void> {
  switch (type) {
    case 'quote.created':
    case 'quote.proposalReady':
      await quotes.reach('ready_to_bind')
      return
    case 'policy.created':
      await quotes.reach('issued')
      return
    case 'broker.added': {
      const number = unique()
      await operator.perform('add_broker', {
        name: `Lakeside ${number}`,
        email: `desk${number}@lakeside.example`,
      })
      return
    }
    default:
      throw new CannotTell(`nothing is known that causes ${type}`, '--states')
  }
}

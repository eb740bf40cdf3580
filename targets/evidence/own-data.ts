import type { Exchange } from '../../conformance/exchange.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'

/** Keys of names and e-mail addresses: their values tell the events of this run from those of other users. */
const NAMES: ReadonlySet<string> = new Set(['insured_name', 'email', 'name', 'brokerageName'])

/**
 * Knows the data that this run works with. A platform sends every endpoint the events of all of the partner's quotes, and a report
 * must not show the data of other users.
 */
export class OwnData {
  readonly #ids = new Set<string>()
  readonly #names = new Set<string>()

  /** Learns the quote ids and names of an exchange. */
  note({ operation, quoteId, request, answer }: Exchange): void {
    if (quoteId !== undefined) this.#ids.add(quoteId.toLowerCase())
    if (operation !== 'submit' && operation !== 'operator') return
    const text = answer?.body.text ?? ''
    const [, id] = /"quote_id"\s*:\s*"([^"]+)"/.exec(text) ?? []
    // An invalid submission causes no event, and there may be thousands of them.
    if (operation === 'submit' && answer?.status === 400 && !text.includes('declined')) return
    for (const name of namesIn(parsed(request.body))) this.#names.add(name)
    if (id !== undefined) this.#ids.add(id.toLowerCase())
  }

  /** A delivery as evidence. Where its event names others only, nothing but the event's type stays. */
  evidence(arrival: Arrival): Arrival {
    const event = parsed(arrival.body)
    if (!isObject(event) || !isObject(event.data)) return arrival
    const { quoteId } = event.data
    const names = namesIn(event.data)
    const isNamed = typeof quoteId === 'string' || names.length > 0
    const isOwn =
      (typeof quoteId === 'string' && this.#ids.has(quoteId.toLowerCase())) ||
      names.some((name) => this.#names.has(name))
    if (!isNamed || isOwn) return arrival
    return { ...arrival, body: JSON.stringify({ type: event.type, data: '[of others]' }) }
  }
}

/** Every name and address in a value. Not recursive, since a target decides how deep a body is nested. */
function namesIn(value: unknown): readonly string[] {
  const names: string[] = []
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (Array.isArray(next)) for (const item of next) open.push(item)
    else if (isObject(next))
      for (const [key, inner] of Object.entries(next)) {
        if (NAMES.has(key) && typeof inner === 'string') names.push(inner.trim().toLowerCase())
        else open.push(inner)
      }
  }
  return names
}

/** Not `parseJson`, since a body that this run sent itself may be nested to any depth. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

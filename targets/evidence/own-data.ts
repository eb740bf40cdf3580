import type { Exchange } from '../../conformance/exchange.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'

/** Names and addresses, that distinguish the events of this run from those of others. */
const NAMES: ReadonlySet<string> = new Set(['insured_name', 'email', 'name', 'brokerageName'])

/**
 * Knows whose data a run works with. A platform sends every endpoint the events of all of the partner's
 * quotes. The data of other users at the same time must not stand in a report.
 */
export class OwnData {
  readonly #ids = new Set<string>()
  readonly #names = new Set<string>()

  /** Learns what an exchange was about. */
  note({ operation, quoteId, request, answer }: Exchange): void {
    if (quoteId !== undefined) this.#ids.add(quoteId.toLowerCase())
    if (operation !== 'submit' && operation !== 'operator') return
    const text = answer?.body.text ?? ''
    const [, id] = /"quote_id"\s*:\s*"([^"]+)"/.exec(text) ?? []
    // Of what is invalid no event tells, and there may be thousands of those.
    if (operation === 'submit' && answer?.status === 400 && !text.includes('declined')) return
    for (const name of namesIn(parsed(request.body))) this.#names.add(name)
    if (id !== undefined) this.#ids.add(id.toLowerCase())
  }

  /** A delivery as evidence: of an event that names neither a quote nor anybody of this run, only the type stays. */
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

/** Every name and address in a value. Without recursion: how deep a body goes is for others to say. */
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

/** However deep it nests: what this run sent itself may go as deep as it likes. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

import { areOfTwoEvents, type EventSubject, eventSubject } from '../../../conformance/event-subject.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { parseJson } from '../../../conformance/json/parse.ts'

/** Ids that no two events of a run may share; `policy-id` is that of a `policy.created`. */
export type ReusedId = 'event-id' | 'policy-id'

/** Most ids that are remembered, many more than a run has events. */
const MOST = 100_000

/**
 * The ids of all events that a target delivered, at whichever endpoint and in whichever scenario. Where each
 * partner or each day has a sequence of its own, equal ids come far apart.
 */
export class IdBook {
  readonly #known = new Map<string, EventSubject>()

  /** Notes the ids of a delivery; returns those that an event about something else had before. */
  note(eventId: string | undefined, body: string | undefined): readonly ReusedId[] {
    const event = parseJson(body)
    if (!isObject(event) || !isObject(event.data)) return []
    const { type, data } = event
    const reused: ReusedId[] = []
    if (eventId !== undefined && this.#isOfAnother(`event-id ${eventId}`, eventSubject(body)))
      reused.push('event-id')
    const { policyId, customer } = data
    if (type !== 'policy.created' || typeof policyId !== 'string' || !isObject(customer)) return reused
    const { name } = customer
    if (typeof name === 'string' && this.#isOfAnother(`policy-id ${policyId}`, [name]))
      reused.push('policy-id')
    return reused
  }

  #isOfAnother(key: string, about: EventSubject): boolean {
    const known = this.#known.get(key)
    if (known === undefined && this.#known.size < MOST) this.#known.set(key, about)
    return known !== undefined && areOfTwoEvents(known, about)
  }
}

import { ActionRefused, type OperatorPort } from '../../../conformance/ports/operator.ts'
import type { OpenedSince } from '../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { ReceivingEndpoint } from './endpoint.ts'
import type { WebhookListener } from './listener.ts'
import type { LeaseTime } from './time.ts'

/** How long a lease waits before it asks again if there is room, in milliseconds. */
const PAUSE_MS = 1000

/** An endpoint at the platform. */
export interface EndpointRegistration {
  readonly endpoint: ReceivingEndpoint
  readonly url: string
  readonly id: string
  readonly secret: string
}

/** With the account that it is for, where that is known. */
interface Held extends EndpointRegistration {
  readonly account: string
}

interface Wish {
  readonly endpoint: ReceivingEndpoint
  readonly url: string
  readonly events: readonly string[]
  /** The account that it is for, where that is known. */
  readonly partnerId?: string | undefined
  /** PEM text of the certificate of a receiver with its own. */
  readonly certificate?: string | undefined
  /** False where a refusal may have another reason than the number of endpoints. */
  readonly waits?: boolean
}

interface Parts {
  readonly receiver: WebhookListener
  readonly operator: OperatorPort
  readonly time: LeaseTime
}

/** Everything that one lease has registered at the platform. */
export class Registrations {
  readonly #parts: Parts
  readonly #all: Held[] = []
  readonly #gone = new Set<object>()
  readonly #refusals: string[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Registers an endpoint. Where the platform refuses and other leases hold endpoints, it waits until one of those is free.
   *
   * @throws CannotTell where it is refused, or an answer lacks what it should return
   */
  async add({
    endpoint,
    url,
    events,
    partnerId,
    certificate,
    waits = true,
  }: Wish): Promise<EndpointRegistration> {
    endpoint.subscribe(events)
    const account = partnerId ?? ''
    const given = {
      ...{ url, events },
      ...(partnerId !== undefined && { partner_id: partnerId }),
      ...(certificate !== undefined && { certificate }),
    }
    const returned = await this.#asked(given, account, waits)
    const [id, secret] = [picked(returned, 'endpoint_id'), picked(returned, 'signing_secret')]
    const registration = { endpoint, url, id, secret, account }
    this.#all.push(registration)
    this.#parts.receiver.rooms.of(account).take(this)
    return registration
  }

  find(id: string): EndpointRegistration | undefined {
    return this.#all.find((one) => one.id === id)
  }

  /** Everything that is registered and refused from now on. */
  since(): OpenedSince {
    const [first, firstRefusal] = [this.#all.length, this.#refusals.length]
    return {
      refusal: () => this.#refusals.slice(firstRefusal).at(-1),
      paths: () => this.#all.slice(first).map(({ endpoint }) => endpoint.path),
      close: () => this.#close(this.#all.slice(first)),
    }
  }

  /** Deletes everything that is left, where the operator can. Never throws. */
  release(): Promise<void> {
    return this.#close(this.#all)
  }

  async #asked(given: object, account: string, waits: boolean): Promise<Record<string, unknown>> {
    const { operator, receiver, time } = this.#parts
    for (;;) {
      try {
        return await operator.perform('register_endpoint', { ...given })
      } catch (error) {
        if (!(error instanceof ActionRefused)) throw error
        const isFreed =
          waits && (await receiver.rooms.of(account).freed(this, error.answer, () => time.sleep(PAUSE_MS)))
        if (isFreed) continue
        this.#refusals.push(error.answer)
        throw error
      }
    }
  }

  async #close(some: readonly Held[]): Promise<void> {
    const { operator, receiver } = this.#parts
    const there = some.filter((one) => !this.#gone.has(one))
    for (const one of there) this.#gone.add(one)
    if (operator.can('delete_endpoint')) {
      const deletions = there.map(({ id }) => operator.perform('delete_endpoint', { endpoint_id: id }))
      // A failed deletion says nothing about the target.
      await Promise.allSettled(deletions)
    }
    for (const { endpoint, account } of there) {
      receiver.rooms.of(account).free(this)
      receiver.retire(endpoint)
    }
  }
}

/**
 * Returns the value that an action returned under a name, as a text.
 *
 * @throws CannotTell where it returned none
 */
export function picked(
  returned: Record<string, unknown>,
  name: string,
  action = 'register_endpoint',
): string {
  const value = returned[name]
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  const why = `the operator action ${action} returns no ${name}`
  throw new CannotTell(why, `operator.${action}.returns.${name}`)
}

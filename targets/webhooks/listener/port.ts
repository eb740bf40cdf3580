import type { OperatorPort } from '../../../conformance/ports/operator.ts'
import type { Arrival, Script, WebhookEndpoint, WebhookPort } from '../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import type { ReceivingEndpoint } from './endpoint.ts'
import type { WebhookListener } from './listener.ts'
import { picked, Registrations } from './registrations.ts'
import { stepAfter } from './steps.ts'
import type { LeaseTime, Pauses } from './time.ts'

const LONG_STEP_MS = 1000
/** The steps of a moved clock, in milliseconds, while the platform gets real time for its work. */
const BESIDE_STEP_MS = 100
/** A `watch` has no time beyond its window. */
const OVER = { expired: () => true }
/** The id of an endpoint that was registered by hand: no operator action knows it. */
const BY_HAND = 'registered by hand'

export interface WebhookParts {
  readonly receiver: WebhookListener
  readonly operator: OperatorPort
  readonly time: LeaseTime
  /** Replaces secrets in whatever is shown, once it knows them. */
  readonly redaction: { add(secret: string): void }
  /** The signing secret of an endpoint that an operator registered by hand; used where the suite cannot register. */
  readonly byHandSecret?: string
  /** The address of that endpoint. */
  readonly byHandUrl?: string
  /** Returns the exchanges of the lease whose answers hold a text. */
  readonly answersWith?: (text: string) => readonly string[]
  /** The profile's own partner, where it is known: endpoints belong to it unless another one is named. */
  readonly partnerId?: string
  /** True where nothing is between the target and the receiver that could keep deliveries back. */
  readonly direct?: boolean
}

/** The webhooks of one lease, with what only its target uses. */
export interface WebhookLease {
  /** The addresses at which the receiver listened from their registration on, each for one endpoint. */
  addresses(): readonly string[]
  readonly port: WebhookPort
  /** Everything that reached any endpoint of the lease: evidence. */
  arrivals(): readonly Arrival[]
  /** Deletes the endpoints where the operator can, and takes their paths out of service. Never throws. */
  release(): Promise<void>
}

/** A platform may have given up on a receiver that was blocked for this part of its time to answer. */
const BUSY_MS = 4000

/** Opens the webhooks of one lease; nothing listens before the first endpoint is opened. */
export function webhookLease(parts: WebhookParts): WebhookLease {
  const { receiver, operator, time, redaction } = parts
  const byHandSecret = operator.can('register_endpoint') ? undefined : parts.byHandSecret
  const registrations = new Registrations({ receiver, operator, time })
  /** Every path that was opened for the lease. */
  let addresses: readonly string[] = []
  const opened: ReceivingEndpoint[] = []
  const begun = performance.now()
  let pauses: Pauses | undefined

  /** A clock that only moves on request stands still while this process is busy. */
  const wasBusy = (): boolean =>
    (!time.virtual || time.beside() !== undefined) && (pauses?.busiestMs() ?? 0) >= BUSY_MS

  const learn = (endpoint: object, secret: string): void => {
    redaction.add(secret)
    const unread = operator.unreadBeside?.(secret) ?? []
    receiver.book.learn(endpoint, secret, { unread, corrected: (text) => redaction.add(text) })
  }

  const openByHand = async (secret: string, script: Script): Promise<WebhookEndpoint> => {
    const { endpoint } = await receiver.openByHand(time)
    pauses ??= receiver.watchPauses()
    opened.push(endpoint)
    endpoint.answer(script)
    learn(endpoint, secret)
    return handle(endpoint, BY_HAND)
  }

  const observe = async (
    condition: () => boolean,
    withinMs: number,
    given: number | undefined,
    deadline: { expired(): boolean },
  ): Promise<boolean> => {
    await receiver.settle()
    const start = time.now()
    const end = start + withinMs
    for (;;) {
      if (condition()) return true
      const left = end - time.now()
      const stepMs = given ?? stepAfter(time.now() - start, time.virtual)
      if (left <= 0 && deadline.expired()) return false
      const step = left > 0 ? Math.min(left, Math.max(1, stepMs)) : BESIDE_STEP_MS
      if (time.virtual && Math.min(left, stepMs) >= LONG_STEP_MS) await receiver.settle(true)
      if (left <= 0) await time.pause()
      // An earlier check costs nothing, so one move may serve several waits. The end of a wait comes when it is due.
      const earlierMs = step < left ? step / 2 : 0
      await time.sleep(step - earlierMs, earlierMs)
    }
  }

  const register = async (
    open: () => ReturnType<WebhookListener['open']>,
    events: readonly string[],
    script: Script,
    partnerId = parts.partnerId,
  ): Promise<WebhookEndpoint> => {
    // Checked before anything listens, so that a lease that cannot register leaves no trace.
    if (!operator.can('register_endpoint')) {
      const why = 'no operator action register_endpoint in the profile'
      throw new CannotTell(why, 'operator.register_endpoint')
    }
    const { endpoint, url } = await open()
    pauses ??= receiver.watchPauses()
    opened.push(endpoint)
    endpoint.answer(script)
    const certificate = await receiver.certificate()
    const { id, secret } = await registrations.add({ endpoint, url, events, partnerId, certificate })
    learn(endpoint, secret)
    return handle(endpoint, id)
  }

  /** Opens a path of the receiver as it is, in contrast to an address with an oddity. */
  const openPlain = async () => {
    const plain = await receiver.open(time)
    addresses = [...addresses, plain.url]
    return plain
  }

  const port: WebhookPort = {
    ...(byHandSecret !== undefined && {
      byHand: parts.byHandUrl ?? 'the address that the receiver listens on',
    }),
    async open(events, script = []) {
      if (byHandSecret !== undefined) return openByHand(byHandSecret, script)
      return register(openPlain, events, script)
    },

    async openFor(partnerId, events) {
      if (!operator.takes('register_endpoint', 'partner_id')) {
        const why = 'the operator action register_endpoint has no place for a partner_id'
        throw new CannotTell(why, 'operator.register_endpoint')
      }
      return register(openPlain, events, [], partnerId)
    },

    async openAt(ending, events) {
      let seen: readonly string[] = []
      const open = async () => {
        const { strays, ...opened } = await receiver.openAt(time, ending)
        seen = strays
        return opened
      }
      return { ...(await register(open, events, [])), strays: () => [...seen] }
    },

    async openBeside({ id }, events) {
      const other = registrations.find(id)
      if (other === undefined) throw new CannotTell('the address of the endpoint is not known')
      const { endpoint, url } = other
      addresses = addresses.filter((one) => one !== url)
      const { partnerId } = parts
      const certificate = await receiver.certificate()
      const own = await registrations.add({ endpoint, url, events, partnerId, certificate, waits: false })
      const { secret } = own
      if (own.id !== id) receiver.book.place(own, endpoint)
      learn(own, secret)
      // A platform may know the address already, and return the existing endpoint with another secret.
      if (own.id === id && !receiver.book.knows(endpoint, secret)) learn(endpoint, secret)
      const arrivals = () => {
        const ids = endpoint.signedBy(secret)
        return endpoint.atAddress().filter((one) => ids.includes(one.id))
      }
      return { id: own.id, secrets: () => secretsOf(own), arrivals }
    },

    async openWithOldTls(events) {
      const { endpoint, url, certificate, handshakes } = await receiver.openWithOldTls(time)
      opened.push(endpoint)
      const { partnerId } = parts
      const { secret } = await registrations.add({ endpoint, url, events, partnerId, certificate })
      learn(endpoint, secret)
      return { handshakes, arrivals: () => endpoint.arrivals() }
    },

    async openClosed(events, script = []) {
      const beginning = Promise.withResolvers<() => Promise<void>>()
      const open = async () => {
        const { begin, ...rest } = await receiver.openClosed(time)
        beginning.resolve(begin)
        return rest
      }
      const endpoint = await register(open, events, script)
      return { ...endpoint, listen: await beginning.promise }
    },

    since: () => registrations.since(),

    until: (condition, withinMs, stepMs) => observe(condition, withinMs, stepMs, time.deadline(withinMs)),

    watch: (windowMs, stepMs, condition = () => false) => observe(condition, windowMs, stepMs, OVER),

    reached: () => (parts.direct === true || receiver.reachedSince(begun)) && !wasBusy(),

    heldUpMs: () => Math.round(pauses?.longestMs() ?? 0),
  }

  const secretsOf = (endpoint: object) =>
    receiver.book.facts(endpoint, (secret) => parts.answersWith?.(secret) ?? [])

  const handle = (endpoint: ReceivingEndpoint, id: string): WebhookEndpoint => ({
    id,
    arrivals: () => endpoint.arrivals(),
    atAddress: () => endpoint.atAddress(),
    answer: (script, scope) => endpoint.answer(script, scope),
    noteOutOfService: (ms) => endpoint.noteOutOfService(ms),
    signedBy: (text) => endpoint.signedBy(text),
    secrets: () => (id === BY_HAND ? [] : secretsOf(endpoint)),
    async rotate() {
      const returned = await operator.perform('rotate_secret', { endpoint_id: id })
      learn(endpoint, picked(returned, 'signing_secret', 'rotate_secret'))
    },
  })

  return {
    port,
    arrivals: () => opened.flatMap((endpoint) => endpoint.atAddress()),
    addresses: () => addresses,
    async release() {
      await registrations.release()
      for (const endpoint of opened) receiver.retire(endpoint)
    },
  }
}

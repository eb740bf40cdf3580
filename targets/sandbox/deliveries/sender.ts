import type { Endpoint } from '../events/endpoint.ts'
import type { PlatformEvent } from '../events/event.ts'
import type { Platform } from '../platform.ts'
import { noteFailure } from './breaker.ts'
import { handedOver } from './handed-over.ts'
import type { Attempt, AttemptExchange, EventDelivery } from './log.ts'
import { createDeliveryClient, type Posting, type PostOutcome } from './post.ts'

export interface DeliveryQueue {
  /** Sends an event to one endpoint, whatever it subscribes to. */
  test(event: PlatformEvent, endpoint: Endpoint): void
  /** Sends a delivery once more, outside its schedule and the breaker: the same `Event-ID`, a new `Timestamp`. */
  resend(delivery: EventDelivery): void
  /** Drops every connection; nothing is sent or planned any more. */
  close(): void
}

/** The part of an outcome that is recorded with its attempt. */
function seen(outcome: PostOutcome): Pick<Attempt, 'status' | 'retryAfter' | 'failure'> {
  if (!('status' in outcome)) return outcome
  const { status, retryAfter } = outcome
  return { status, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/** Runs work after so many milliseconds of the machine's time; returns a function that cancels it. */
function byTheMachine(delayMs: number, work: () => void): () => void {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}

/**
 * Delivers every event from now on to the endpoints that want it, and repeats until an attempt succeeds (sections 6 and 8).
 *
 * @param ca PEM text of a further authority to trust for receivers on https
 * @param keepsExchanges people check requests and answers, so they are kept with the attempts
 */
export function startDeliveries(
  platform: Platform,
  {
    ca,
    keepsExchanges = false,
  }: { readonly ca?: string | undefined; readonly keepsExchanges?: boolean } = {},
): DeliveryQueue {
  const { clock, events, deliveries, keeping } = platform
  const { webhooks } = platform.behaviour
  const client = createDeliveryClient(ca)
  let closed = false

  /** Sends one attempt, following a redirect where the rules do; `ended` is called at its end. */
  const send = (delivery: EventDelivery, attempt: Attempt, ended: (outcome: PostOutcome) => void): void => {
    const { endpoint } = delivery
    const message = {
      eventId: webhooks.eventId(delivery, attempt, platform),
      timestamp: webhooks.timestamp(delivery, attempt, platform),
      body: webhooks.body(delivery, attempt, platform),
    }
    const secret = webhooks.signingSecret(endpoint, platform, delivery)
    const signature = webhooks.sign(webhooks.signedText(message), secret)
    const headers = webhooks.headers(message, signature)
    const exchange: AttemptExchange | undefined = keepsExchanges
      ? { secretLastFour: secret.slice(-4), request: { headers, body: message.body } }
      : undefined
    if (exchange !== undefined) attempt.exchange = exchange
    let posting: Posting
    const timer = webhooks.deadlineBy === 'platform' ? clock.schedule : byTheMachine
    const wait = () => timer(webhooks.waits(attempt, platform), () => posting.abort('deadline'))
    const heard = (): void => {
      if (webhooks.deadlineOf === 'attempt') return
      stopWaiting()
      stopWaiting = wait()
    }
    const post = (url: string): void => {
      const end = Promise.withResolvers<void>()
      const { method, waitsFor, oldestTls } = webhooks
      const trusted = endpoint.certificate === undefined ? {} : { certificate: endpoint.certificate }
      const keeps = exchange && {
        keeps(answer: AttemptExchange['answer'] & object) {
          // The body may come when the attempt has ended.
          deliveries.mayChange(delivery)
          exchange.answer = answer
          platform.traffic.changed()
        },
      }
      const request = { method, url, headers, body: message.body, waitsFor, oldestTls, ...trusted, ...keeps }
      const over = (outcome: PostOutcome) => {
        end.resolve()
        const target = 'status' in outcome ? webhooks.follows(outcome.status, outcome.location) : undefined
        if (!closed && target !== undefined && URL.canParse(target, url))
          return post(new URL(target, url).href)
        stopWaiting()
        ended(outcome)
      }
      posting = client.post(request, over, heard)
      clock.track(handedOver(posting.written, end.promise))
    }
    let stopWaiting = wait()
    post(endpoint.url)
  }

  /** A person sent it again with success: attempts of its schedule that are still under way no longer matter. */
  const hasArrived = ({ attempts }: EventDelivery): boolean =>
    attempts.some(({ resent, status }) => resent && status !== undefined && webhooks.succeeds(status))

  /** Notes the end of an attempt; says whether it succeeded. */
  const note = (delivery: EventDelivery, attempt: Attempt, outcome: PostOutcome): boolean => {
    deliveries.mayChange(delivery)
    attempt.endedAt = clock.now()
    Object.assign(attempt, seen(outcome))
    platform.traffic.note({
      ...{ kind: 'delivery', at: attempt.endedAt, attempt: attempt.number },
      ...{ event: delivery.event.type, eventId: delivery.event.id, url: delivery.endpoint.url },
      outcome: 'status' in outcome ? String(outcome.status) : outcome.failure,
    })
    return 'status' in outcome && webhooks.succeeds(outcome.status)
  }

  const finish = (delivery: EventDelivery, attempt: Attempt, outcome: PostOutcome): void => {
    if (closed) return
    const succeeded = note(delivery, attempt, outcome)
    if (delivery.forgotten || hasArrived(delivery)) return
    const delay = webhooks.next(attempt, succeeded, platform, delivery)
    if (succeeded) delivery.state = 'delivered'
    else if (delay === undefined) delivery.state = 'failed'
    if (!succeeded) noteFailure(delivery, platform)
    if (delay !== undefined) plan(delivery, delay)
  }

  const plan = (delivery: EventDelivery, delay: number): void => {
    delivery.nextAt = clock.now() + delay
    delivery.cancel = clock.schedule(delay, () => due(delivery))
  }

  /** Records an attempt and sends it. */
  const begun = (delivery: EventDelivery, attempt: Attempt, ended: (outcome: PostOutcome) => void): void => {
    delivery.attempts.push(attempt)
    // Nobody may see the id of an event before it is stored: after a kill it would get another one.
    const later = keeping.saved(() => {
      if (!closed && !delivery.forgotten) send(delivery, attempt, ended)
    })
    if (later !== undefined) clock.track(later)
  }

  const due = (delivery: EventDelivery): void => {
    deliveries.mayChange(delivery)
    delete delivery.nextAt
    delete delivery.cancel
    if (closed || delivery.forgotten) return
    if (!webhooks.inService(delivery.endpoint, delivery)) {
      delivery.state = webhooks.whileDisabled
      if (delivery.state === 'held') delivery.resume = () => due(delivery)
      return
    }
    if (delivery.state !== 'delivered') delivery.state = 'pending'
    const number = delivery.attempts.filter(({ resent }) => resent === undefined).length + 1
    const attempt: Attempt = { number, startedAt: clock.now() }
    begun(delivery, attempt, (outcome) => finish(delivery, attempt, outcome))
  }

  /** Goes on with a delivery that was stored. An attempt whose answer nobody knows is made again. */
  const goOn = (delivery: EventDelivery): void => {
    deliveries.mayChange(delivery)
    const latest = delivery.attempts.at(-1)
    if (latest !== undefined && latest.endedAt === undefined) delivery.attempts.pop()
    if (delivery.nextAt !== undefined) plan(delivery, Math.max(0, delivery.nextAt - clock.now()))
    else if (delivery.state === 'held') delivery.resume = () => due(delivery)
    else if (delivery.state === 'pending') plan(delivery, 0)
  }

  const resend = (delivery: EventDelivery): void => {
    deliveries.mayChange(delivery)
    const number = delivery.attempts.filter(({ resent }) => resent).length + 1
    const attempt: Attempt = { number, startedAt: clock.now(), resent: true }
    begun(delivery, attempt, (outcome) => {
      if (closed || !note(delivery, attempt, outcome) || delivery.forgotten) return
      // It has arrived: nothing is left to be tried again.
      delivery.state = 'delivered'
      delivery.cancel?.()
      delete delivery.cancel
      delete delivery.nextAt
      delete delivery.resume
    })
  }

  const begin = (event: PlatformEvent, endpoint: Endpoint, later = 0): void => {
    const delivery: EventDelivery = { event, endpoint, attempts: [], state: 'pending' }
    deliveries.add(delivery)
    const delay = later + webhooks.beginsAfter(endpoint, platform)
    if (delay === 0) due(delivery)
    else plan(delivery, delay)
  }

  for (const endpoint of platform.endpoints.values()) deliveries.of(endpoint).forEach(goOn)

  events.onEvent((event) => {
    if (closed) return
    for (const endpoint of [...platform.endpoints.values()])
      if (webhooks.wants(endpoint, event, platform))
        for (let copy = 0; copy < webhooks.copies(endpoint, event); copy++)
          begin(event, endpoint, copy * webhooks.copyDelay)
  })

  return {
    test(event, endpoint) {
      events.add(event)
      begin(event, endpoint)
    },
    resend,
    close() {
      closed = true
      client.close()
    },
  }
}

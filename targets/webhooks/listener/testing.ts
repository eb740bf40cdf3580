import { createHmac, randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import type { OperatorPort } from '../../../conformance/ports/operator.ts'
import type { Script } from '../../../conformance/ports/webhooks.ts'
import { type ListenerParts, WebhookListener } from './listener.ts'
import type { LeaseTime, ListenerTime } from './time.ts'

/**
 * Finds a port of 127.0.0.1 that nobody listens on, for a receiver whose address has to be known beforehand. It is below the ports
 * that systems assign by themselves, so that no other test's server takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!free) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A time in real milliseconds that begins now. */
export function realTime(): LeaseTime {
  const began = performance.now()
  const now = () => performance.now() - began
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const deadline = (ms: number) => {
    const end = now() + ms
    return { expired: () => now() >= end }
  }
  return {
    virtual: false,
    beside: () => undefined,
    moving: () => 0,
    now,
    horizon: now,
    sleep,
    passiveSleep: sleep,
    deadline,
    pause: () => sleep(1),
  }
}

/** A redaction that replaces nothing, and remembers the secrets that it was given. */
export function openRedaction() {
  const known: string[] = []
  return {
    known,
    add: (secret: string) => void known.push(secret),
    fields: (text: string) => known.reduce((out, secret) => out.replaceAll(secret, '[redacted]'), text),
    header: (_: string, value: string) => value,
  }
}

const nothing: Disposable = { [Symbol.dispose]: () => undefined }

/** A time that nothing holds, for a process that is always punctual or was busy once. */
export const heldByNobody = (busiestMs = 0): ListenerTime => ({
  traffic: {
    open: () => undefined,
    begin: () => nothing,
    settle: () => new Promise((resolve) => setTimeout(resolve, 2)),
  },
  punctuality: {
    start: () => undefined,
    stop: () => undefined,
    doubt: () => 0,
    watch: () => ({ longestMs: () => 0, busiestMs: () => busiestMs }),
  },
})

/** A receiver on a target whose time nothing holds. */
export function receiverOf(some: Partial<ListenerParts> = {}): WebhookListener {
  return new WebhookListener({
    time: heldByNobody(),
    ...some,
  })
}

/** An operator that returns fixed values and notes what it was asked. */
export function operatorOf(answers: Readonly<Record<string, () => Record<string, unknown>>>) {
  const asked: { readonly action: string; readonly given: Readonly<Record<string, unknown>> }[] = []
  const operator: OperatorPort = {
    can: (action) => action in answers,
    takes: () => false,
    async perform(action, given = {}) {
      asked.push({ action, given })
      return answers[action]?.() ?? {}
    },
    attempt: () => Promise.reject(new Error('nothing attempts an action here')),
  }
  return { operator, asked }
}

/** Delivers one signed event over HTTP, following no redirect. */
export function deliver(
  url: string,
  { id = 'evt-1', body = '{"type":"quote.created"}', secret = 'secret-1' } = {},
): Promise<Response> {
  const timestamp = '2026-05-04T10:11:12.345Z'
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'Event-ID': id,
    Timestamp: timestamp,
    'X-Platform-Signature': signature,
  }
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
}

/** An endpoint of a listener that ends with the test; it answers by a script and knows its signing secret. */
export async function openedEndpoint(
  script: Script = [],
  some: Partial<ListenerParts> = {},
  time = realTime(),
) {
  const receiver = receiverOf(some)
  onTestFinished(() => receiver.close())
  const { endpoint, url } = await receiver.open(time)
  endpoint.answer(script)
  receiver.book.learn(endpoint, 'secret-1')
  return { receiver, endpoint, url }
}

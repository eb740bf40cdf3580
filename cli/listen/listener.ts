import type { IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { ConformanceError, usageError } from '../../conformance/errors.ts'
import { LISTENER_PATH, PING_MS, type RelayLine } from '../../conformance/ports/relay.ts'
import { type Ends, type Forwarded, forward } from './forward.ts'
import { begin } from './request.ts'

/** Receives the news of a listener, for its user. */
export interface ListenerNews {
  /** The stream is open; deliveries to this address are passed on from now on. */
  listening(address: string): void
  /** The stream has ended, or could not be opened; it is tried again. */
  lost(why: string): void
  forwarded(delivery: Forwarded): void
}

/** Pauses between two tries to open the stream, in milliseconds; the last one holds for all that follow. */
const PAUSES_MS = [100, 250, 500, 1000, 2000, 5000]
/** A stream that is silent for so long is dead, in milliseconds. */
const SILENCE_MS = 3 * PING_MS

/**
 * Passes deliveries on until the signal is aborted. A lost stream is opened again, as long as it takes.
 *
 * @throws ConformanceError when another listener has taken the address, or the sandbox offers none
 */
export async function relayDeliveries(ends: Ends, news: ListenerNews, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const why = await streamOnce(ends, signal, {
      ...news,
      listening(address) {
        failures = 0
        news.listening(address)
      },
    }).catch((error: unknown) => {
      if (error instanceof ConformanceError) throw error
      return whyOf(error)
    })
    if (signal.aborted) return
    if (failures === 0) news.lost(why)
    await pause(PAUSES_MS[failures] ?? PAUSES_MS.at(-1), undefined, { signal }).catch(() => {})
    failures += 1
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'there is no such host',
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && REASONS[String(error.code)]) || error.message
}

/** Opens the stream and passes on what comes; returns why it ended. */
async function streamOnce(ends: Ends, signal: AbortSignal, news: ListenerNews): Promise<string> {
  const { sent, answer } = begin({
    url: new URL(LISTENER_PATH, ends.sandbox),
    method: 'GET',
    headers: { authorization: `Bearer ${ends.secret}` },
    ca: ends.ca,
    signal,
  })
  sent.end()
  const stream = await answer
  if (stream.statusCode !== 200) {
    stream.resume()
    if ((stream.statusCode ?? 0) >= 500) return `it answers ${stream.statusCode}`
    throw usageError(
      `--sandbox ${ends.sandbox.href} answers ${stream.statusCode} and offers no address for deliveries`,
      'give the address of the API or of the page that `sandbox` prints',
    )
  }
  stream.setTimeout(SILENCE_MS, () => stream.destroy(new Error('nothing was heard of it')))
  return await linesOf(stream, ends, news)
}

async function linesOf(stream: IncomingMessage, ends: Ends, news: ListenerNews): Promise<string> {
  const underWay = new Map<string, AbortController>()
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = JSON.parse(text) as RelayLine
      if (line.kind === 'hello') news.listening(line.address)
      else if (line.kind === 'given-up') underWay.get(line.id)?.abort()
      else if (line.kind === 'replaced')
        throw new ConformanceError(
          'LISTENER_REPLACED',
          'another listener has the same key, and has taken the address',
        )
      else if (line.kind === 'delivery') {
        const given = new AbortController()
        underWay.set(line.id, given)
        void forward(line, ends, given.signal).then((ended) => {
          underWay.delete(line.id)
          news.forwarded(ended)
        })
      }
    }
    return 'it closed the connection'
  } finally {
    stream.destroy()
  }
}

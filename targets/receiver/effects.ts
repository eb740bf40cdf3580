import { headerOf } from '../../conformance/headers.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import type { EffectsReading } from '../../conformance/ports/receiver.ts'
import { bodyOf, utf8 } from '../evidence/body.ts'
import type { Recorder } from '../evidence/recorder.ts'
import type { Wire } from '../transport/wire.ts'

const TIMEOUT_MS = 10_000

export interface EffectsParts {
  readonly url: string
  readonly wire: Wire
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Reads the Event-IDs that a receiver says it has processed: a JSON array with one entry for each time that it processed one. */
export async function readEffects(
  { url, wire, now }: EffectsParts,
  recorder: Recorder,
): Promise<EffectsReading> {
  const place = recorder.begin()
  const startedAt = now()
  const request = { method: 'GET', url, headers: [['accept', 'application/json']] as const }
  const { answer, failure, elapsedMs } = await wire.send({ ...request, timeoutMs: TIMEOUT_MS, fresh: true })
  const contentType = headerOf(answer?.headers ?? [], 'content-type')
  const exchange = place.end({
    id: place.id,
    operation: 'effects',
    request,
    ...(answer && {
      answer: {
        status: answer.status,
        headers: answer.headers,
        body: bodyOf(answer.body, contentType),
      },
    }),
    ...(failure && { failure }),
    startedAt,
    elapsedMs: Math.round(elapsedMs * 10) / 10,
    targetMs: 0,
  })
  if (answer === undefined)
    return { problem: `its effects could not be read: ${failure?.message ?? 'no answer'}`, exchange }
  if (answer.status < 200 || answer.status > 299)
    return { problem: `its effects could not be read: status ${answer.status}`, exchange }
  const ids = idsIn(answer.body)
  return ids === undefined ? { problem: 'its effects are no JSON array of Event-IDs' } : { ids, exchange }
}

function idsIn(body: Uint8Array): readonly string[] | undefined {
  // A reader may ignore a byte order mark (RFC 8259 section 8.1), and this text is none of the contract.
  const value = parseJson(utf8(body)?.replace(/^\ufeff/, ''))
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
}

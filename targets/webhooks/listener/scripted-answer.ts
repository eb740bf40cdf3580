import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { ConformanceError } from '../../../conformance/errors.ts'
import type { Script, ScriptedAnswer } from '../../../conformance/ports/webhooks.ts'
import { DrippingHead } from './dripping-head.ts'
import { eitherOver } from './either-clock.ts'

export const OK: ScriptedAnswer = { kind: 'answer', status: 200 }

const DRIPS = 4
/** Target time after which real time is checked again, in milliseconds: each move of a clock takes some. */
const CHECK_MS = 2500
/** How long after a deadline the other side must have closed the connection, in milliseconds. */
const AFTER_DEADLINE_MS = 250

/** Everything that giving an answer needs beside the answer itself. */
export interface AnswerContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Where a redirect without a `location` of its own leads. */
  readonly trapUrl: string
  /** Target milliseconds that are left of the delay, counted from the arrival. */
  readonly remaining: (delayMs: number) => number
  /** By how many target milliseconds the attempt may have come earlier than that, since a moved clock hides it. */
  readonly hiddenMs: number
  /** Real milliseconds since the arrival. */
  readonly ageMs: () => number
  /** How far a moved clock may also have run on by itself since the arrival, in real milliseconds; absent where it does not. */
  readonly besides?: () => number
  readonly passiveSleep: (ms: number) => Promise<void>
  /** Says that an answer is being written, until the hold is disposed of. */
  readonly begin: () => Disposable
  /** Resolves when the other side has read a complete answer; absent where time is not moved, and connections are kept. */
  readonly departed?: () => Promise<void>
  /** Notes that the answer is complete though `response` has not sent it. */
  readonly completed: () => void
}

/**
 * Answers one attempt as its script says. Time is held still while an answer is being written, not while it is delayed. Resolves
 * when the answer is complete or left open for good.
 */
export async function giveAnswer(answer: ScriptedAnswer, context: AnswerContext): Promise<void> {
  const { request, response } = context
  if (answer.kind === 'reset' && answer.closes === true) return void request.socket.end()
  if (answer.kind === 'reset') return reset(request)
  if (answer.kind === 'answer' && answer.statusLineDrips === true) return dripHead(context, answer)
  if (answer.outlastsMs !== undefined) await outlasted(context, answer.outlastsMs)
  if (answer.kind === 'silence') return
  const { delayMs = 0, dripMs = 0, bodyBytes = 0, body = 'x'.repeat(bodyBytes) } = answer
  if (delayMs > 0) await delayed(context, delayMs, answer.atMost === true)
  {
    using _ = context.begin()
    if (context.departed !== undefined) response.setHeader('connection', 'close')
    response.writeHead(answer.status, headersOf(answer, context.trapUrl))
    if (dripMs <= 0) {
      await ended(response, body)
      await context.departed?.()
      return
    }
    response.flushHeaders()
  }
  await drip(context, body === '' ? 'drip' : body, dripMs)
}

/** Sends a status line that is complete only after the delay. */
async function dripHead(context: AnswerContext, answer: ScriptedAnswer & { kind: 'answer' }): Promise<void> {
  const { request, passiveSleep, begin, completed, departed } = context
  const head = new DrippingHead({ socket: request.socket, passiveSleep, begin })
  if (answer.outlastsMs !== undefined) await outlasted(context, answer.outlastsMs)
  await delayed(context, answer.delayMs ?? 0, false)
  using _ = begin()
  if (await head.complete(answer.status)) completed()
  await departed?.()
}

/** Waits until a deadline of the other side has passed, by a clock that is moved and by that of the machine. */
async function outlasted(
  { response, remaining, ageMs, passiveSleep, begin }: AnswerContext,
  deadlineMs: number,
): Promise<void> {
  const wholeMs = deadlineMs + AFTER_DEADLINE_MS
  await passiveSleep(Math.max(0, remaining(wholeMs)))
  const leftMs = wholeMs - ageMs()
  if (leftMs <= 0 || response.destroyed) return
  using _ = begin()
  const closing = new AbortController()
  response.once('close', () => closing.abort())
  await pause(leftMs, undefined, { signal: closing.signal }).catch(() => undefined)
}

/**
 * Waits for a delay, counted from the latest moment of the arrival, or from the earliest where the delay must not be longer. Where
 * real time counts, too, the delay passes in steps, and real time is checked after each of them. Real time may also pass while the
 * clock stands still, for as long as an operator takes to answer.
 */
async function delayed(
  { remaining, hiddenMs, besides, passiveSleep }: AnswerContext,
  delayMs: number,
  atMost: boolean,
) {
  if (!atMost) return passiveSleep(Math.max(0, remaining(delayMs)))
  const left = () => Math.max(0, remaining(delayMs) - hiddenMs - (besides?.() ?? 0))
  if (besides === undefined) return passiveSleep(left())
  do await eitherOver(passiveSleep, Math.min(CHECK_MS, left()), left())
  while (left() > 0)
}

async function drip(
  { response, passiveSleep, begin }: AnswerContext,
  body: string,
  dripMs: number,
): Promise<void> {
  const bytes = Buffer.from(body, 'utf8')
  for (let count = 0; count < DRIPS && !response.destroyed; count += 1) {
    await passiveSleep(dripMs / DRIPS)
    using _ = begin()
    const piece = (index: number) => Math.floor((bytes.length * index) / DRIPS)
    const part = bytes.subarray(piece(count), piece(count + 1))
    if (count < DRIPS - 1) response.write(part)
    else await ended(response, part)
  }
}

/** Ends the answer and waits until the system has taken it, or the other side has gone. */
function ended(response: ServerResponse, body: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve()
    response.once('close', resolve)
    response.end(body, () => resolve())
  })
}

/** Breaks a connection with a TCP reset; inside TLS only an abrupt end is possible. */
export function reset({ socket }: IncomingMessage): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}

function headersOf(
  { status, headers = {} }: ScriptedAnswer & { kind: 'answer' },
  trapUrl: string,
): Record<string, string> {
  const redirects = status >= 300 && status <= 399 && status !== 304
  const hasLocation = Object.keys(headers).some((name) => name.toLowerCase() === 'location')
  return { ...headers, ...(redirects && !hasLocation && { location: trapUrl }) }
}

/**
 * Checks that each step of a script can be sent.
 *
 * @throws ConformanceError SCRIPT_INVALID
 */
export function checkScript(script: Script): Script {
  for (const step of script) {
    if (step.kind !== 'answer' || (Number.isInteger(step.status) && step.status >= 200 && step.status <= 999))
      continue
    throw new ConformanceError('SCRIPT_INVALID', `a receiver cannot answer with status ${step.status}`, {
      hint: 'A status is a whole number from 200 to 999.',
    })
  }
  return script
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import type { Level } from '../../../../conformance/requirement.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { describe, finding, isPutOff, succeeded, withAnswer } from './answer.ts'
import { refusedAsInvalid } from './envelope.ts'
import { at, jsonOf } from './json.ts'
import { observedAnswer } from './observe.ts'

/** An invalid body that was sent, with the exchange. */
export interface InvalidAttempt {
  readonly requirement: string
  readonly pointer: string
  readonly label: string
  readonly level: Level
  readonly unlessTaken?: string
  readonly exchange: Exchange
}

/** Judges that every attempt was refused as invalid while a valid body was accepted. A finding names the accepted value. */
export function judgeRefusals(attempts: readonly InvalidAttempt[], counterpart: Exchange): Verdict {
  const judged = decisive(
    attempts.filter((one) => one.level !== 'observe' && !followsFrom(one, attempts)),
    counterpart,
  )
  if (judged.length === 0) return undecided(counterpart)
  const verdict = all(
    judged.map(({ exchange, pointer, label }) => named(refusedAsInvalid(exchange), pointer, label)),
  )
  return withCounterpart(verdict, counterpart)
}

/** Makes the judge of those attempts of a trace that break one requirement. */
export const refusalsOf =
  (requirement: string) =>
  (trace: { readonly attempts: readonly InvalidAttempt[]; readonly counterpart: Exchange }): Verdict =>
    judgeRefusals(
      trace.attempts.filter((one) => one.requirement === requirement),
      trace.counterpart,
    )

/**
 * Says whether a value may be accepted for the same reason as another one: a target that trims blanks also trims a newline.
 * It may be when the target accepted the other value, or was too busy to refuse it.
 */
export const followsFrom = (
  { pointer, unlessTaken }: InvalidAttempt,
  attempts: readonly InvalidAttempt[],
): boolean =>
  unlessTaken !== undefined &&
  attempts.some(
    (other) => other.pointer === pointer && other.label === unlessTaken && !isRefused(other.exchange),
  )

/** Judges that each was refused or declined. Both are legal: an insured who already has a quote may be declined for that (R2). */
export const noneTaken = (attempts: readonly InvalidAttempt[]): Verdict =>
  all(
    attempts.map(({ exchange, label, pointer }) =>
      withAnswer(exchange, (answer) => {
        if (!succeeded(exchange) && answer.status < 500) return passed()
        const observed = succeeded(exchange) ? 'it was taken' : describe(answer)
        return failed(finding(exchange, `a refusal of ${pointer}: ${label}`, observed, 'status'))
      }),
    ),
  )

/** Says whether an answer is a refusal. A decline is none: a declined submission was valid. */
function isRefused(exchange: Exchange): boolean {
  const { answer } = exchange
  if (answer === undefined || answer.status < 400 || answer.status >= 500 || isPutOff(answer)) return false
  return at(jsonOf(exchange), '/status') !== 'declined'
}

/**
 * Keeps the attempts that decide something. The refusal of an invalid body decides nothing when a valid one got the
 * same code. Access control or a server that is down may be the cause. Acceptance always decides.
 */
function decisive<T extends { readonly exchange: Exchange }>(
  attempts: readonly T[],
  counterpart: Exchange,
): readonly T[] {
  const code = counterpart.answer?.status
  return succeeded(counterpart) || code === 400
    ? attempts
    : attempts.filter(({ exchange }) => exchange.answer?.status !== code)
}

/** Judges that all bodies were refused as invalid while a valid one was accepted. */
export function allRefused(exchanges: readonly Exchange[], counterpart: Exchange): Verdict {
  const judged = decisive(
    exchanges.map((exchange) => ({ exchange })),
    counterpart,
  )
  return judged.length === 0
    ? undecided(counterpart)
    : withCounterpart(all(judged.map(({ exchange }) => refusedAsInvalid(exchange))), counterpart)
}

/** Judges that every refusal has the code 400 (7). */
export function only400(attempts: readonly InvalidAttempt[], counterpart: Exchange): Verdict {
  const wrong = attempts.filter(({ exchange, level }) => level === 'must' && !succeeded(exchange))
  const refusals = decisive(wrong, counterpart)
  const verdicts = refusals.map(({ exchange, pointer, label }) =>
    withAnswer(exchange, (answer) =>
      answer.status === 400
        ? passed()
        : failed(finding(exchange, 'status 400', `${describe(answer)} (${pointer} ${label})`, 'status')),
    ),
  )
  if (verdicts.length > 0) return withCounterpart(all(verdicts), counterpart)
  return wrong.length === 0 ? cannotTell('nothing was refused') : undecided(counterpart)
}

/** Judges the answers to values that one platform may rightly accept and another refuse. */
export function debatable(attempts: readonly InvalidAttempt[]): Verdict {
  const open = attempts.filter(({ level }) => level === 'observe')
  return open.length === 0
    ? cannotTell('every value was clearly wrong')
    : all(open.map(({ exchange, pointer, label }) => observedAnswer(exchange, `${pointer} ${label}`)))
}

/** Lets a verdict pass only if a valid request was accepted: a target that refuses everything has not checked the value. */
export function withCounterpart(verdict: Verdict, counterpart: Exchange): Verdict {
  if (verdict.kind !== 'passed' || succeeded(counterpart)) return verdict
  return undecided(counterpart)
}

function undecided(counterpart: Exchange): Verdict {
  return withAnswer(counterpart, (answer) =>
    cutOff(`a valid request was not served either: ${describe(answer)}`),
  )
}

function named(verdict: Verdict, pointer: string, label: string): Verdict {
  if (verdict.kind !== 'failed') return verdict
  return failed(
    ...verdict.findings.map((one) => ({
      ...one,
      expected: `${one.expected}, since ${pointer} is wrong (${label})`,
      cause: { ...one.cause, expected: one.expected },
    })),
  )
}

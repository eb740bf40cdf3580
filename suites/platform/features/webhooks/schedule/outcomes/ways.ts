import type { Script, ScriptedAnswer } from '../../../../../../conformance/ports/webhooks.ts'
import { LATE, SILENCE } from '../too-late.ts'

const answer = (status: number) => ({ kind: 'answer', status }) as const
export const ok: ScriptedAnswer = answer(200)

/** A platform may know some of a class and not others. */
export const FURTHER_2XX = [201, 202, 203, 204, 205, 206, 299] as const

/** By class, those that one endpoint answers in turn: too few of them to open a breaker, even where each attempt has a copy. */
export const FAILURES = {
  redirects: [[300, 301], [302, 303], [304], [307, 308]],
  clientErrors: [
    [400, 401],
    [403, 404],
    [405, 408],
    [409, 410],
    [413, 422],
    [429, 499],
  ],
  serverErrors: [
    [500, 501],
    [502, 503],
    [504, 599],
  ],
} as const

/** The name of an endpoint that answers with these in a trace. */
export const wayOf = (statuses: readonly number[]): string => statuses.join(', ')

/** Responses of the receiver to a first attempt that is delivered by it; all that follow get a 200. */
export const DELIVERED: Readonly<Record<string, ScriptedAnswer>> = {
  ok,
  ...Object.fromEntries(FURTHER_2XX.map((status) => [String(status), answer(status)])),
  'seven-seconds': { ...answer(200), delayMs: 7000, atMost: true },
  dripping: { ...answer(200), body: 'slowly', dripMs: 12_000 },
  megabyte: { ...answer(200), bodyBytes: 1024 * 1024 },
}

/** A repeat that is answered late and in time, at two endpoints each, by the number of failures before it. */
export const LATER: Readonly<Record<string, number>> = {
  'seven-seconds-at-a-repeat': 1,
  'seven-seconds-at-a-third-attempt': 2,
}
export const laterScript = (failures: number): Script => [
  ...Array.from({ length: failures }, () => answer(500)),
  { ...answer(200), delayMs: 7000, atMost: true },
  ok,
]

/** Those of them that answer at once. */
export const PROMPT: readonly string[] = ['ok', ...FURTHER_2XX.map(String)]

/** Responses, in order, to attempts that are not delivered; the one that follows them gets a 200. */
export const NOT_DELIVERED: Readonly<Record<string, Script>> = {
  ...Object.fromEntries(
    Object.values(FAILURES)
      .flat()
      .map((statuses) => [wayOf(statuses), statuses.map(answer)]),
  ),
  reset: [{ kind: 'reset' }],
  silence: [SILENCE],
  // No real time is left to it: where the deadline goes by the moved clock, it shows how long that is.
  'silence-by-the-clock': [{ kind: 'silence' }],
  'nine-seconds': [LATE],
  // Nothing listens for a while; the first attempt that is taken gets its 200.
  'nobody-listening': [],
}

/** Answers to events of another type; those that count as delivered at two endpoints each. */
export const OF_ANOTHER_TYPE: readonly (readonly [way: string, script: Script])[] = [
  ...['ok', 'seven-seconds', 'ok', 'seven-seconds'].map((way) => [way, [DELIVERED[way] ?? ok, ok]] as const),
  ...['nine-seconds', 'silence', 'silence-by-the-clock', wayOf(FAILURES.serverErrors[0])].map(
    (way) => [way, [...(NOT_DELIVERED[way] ?? []), ok]] as const,
  ),
]

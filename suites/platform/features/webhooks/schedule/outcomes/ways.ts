import type { Script, ScriptedAnswer } from '../../../../../../conformance/ports/webhooks.ts'
import { DRIPPING_STATUS_LINE, SILENCE, TOO_LATE } from '../../../../vocabulary/attempts/too-late.ts'

const answer = (status: number) => ({ kind: 'answer', status }) as const
export const ok: ScriptedAnswer = answer(200)

/** Further codes of success: a platform may accept only some of them. */
export const FURTHER_2XX = [201, 202, 203, 204, 205, 206, 299] as const

/** Name of the way where nothing listens at first. */
export const CLOSED = 'nobody-listening'

/** Failure codes by class, in groups that one endpoint answers in turn: too few to open a breaker, even with copies. */
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

/** Name in a trace of the way with these codes. */
export const wayOf = (statuses: readonly number[]): string => statuses.join(', ')

/** First answers that count as success. All later attempts get a 200. */
export const DELIVERED: Readonly<Record<string, ScriptedAnswer>> = {
  ok,
  ...Object.fromEntries(FURTHER_2XX.map((status) => [String(status), answer(status)])),
  'seven-seconds': { ...answer(200), delayMs: 7000, atMost: true },
  dripping: { ...answer(200), body: 'slowly', dripMs: 12_000 },
  megabyte: { ...answer(200), bodyBytes: 1024 * 1024 },
}

/** Ways in which a repeat is answered at 7 s, with the number of failures before it; each at two endpoints. */
export const LATER: Readonly<Record<string, number>> = {
  'seven-seconds-at-a-repeat': 1,
  'seven-seconds-at-a-third-attempt': 2,
}
export const laterScript = (failures: number): Script => [
  ...Array.from({ length: failures }, () => FAILURE),
  { ...answer(200), delayMs: 7000, atMost: true },
  ok,
]

const FAILURE = answer(500)
/** Gets no real time: this shows the length of a deadline that follows the moved clock. */
const BY_THE_CLOCK: ScriptedAnswer = { kind: 'silence' }

/** Failures of a repeat, since a platform may end repeats in another way than first attempts. Pairs of codes show the same for codes. */
const FAILED_LATER: Readonly<Record<string, ScriptedAnswer>> = {
  'reset-at-a-repeat': { kind: 'reset' },
  'silence-at-a-repeat': SILENCE,
  'silence-by-the-clock-at-a-repeat': BY_THE_CLOCK,
}

/** Ways that show the length of such a deadline, with the number of failures before it. */
export const SILENT: Readonly<Record<string, number>> = {
  'silence-by-the-clock': 0,
  'silence-by-the-clock-at-a-repeat': 1,
}

/** Answers, in order, that count as failures. The next attempt gets a 2xx. */
export const NOT_DELIVERED: Readonly<Record<string, Script>> = {
  ...Object.fromEntries(
    Object.values(FAILURES)
      .flat()
      .map((statuses) => [wayOf(statuses), statuses.map(answer)]),
  ),
  reset: [{ kind: 'reset' }],
  close: [{ kind: 'reset', closes: true }],
  silence: [SILENCE],
  'silence-by-the-clock': [BY_THE_CLOCK],
  'nine-seconds': [TOO_LATE],
  'dripping-status-line': [DRIPPING_STATUS_LINE],
  // Nothing listens for a while; then attempts get a 200.
  [CLOSED]: [],
  ...Object.fromEntries(Object.entries(FAILED_LATER).map(([way, answer]) => [way, [FAILURE, answer]])),
}

/** Codes of the success that follows failures, each for some of the ways: a platform may accept only some at a repeat. */
const FURTHER_AFTER_FAILURES = [204, 202] as const
const AFTER_FAILURES = [200, ...FURTHER_AFTER_FAILURES] as const

/** The code of the success that follows the failures of a way. */
const codeAfter = (way: string): number =>
  AFTER_FAILURES[Object.keys(NOT_DELIVERED).indexOf(way) % AFTER_FAILURES.length] ?? 200

/** The success that follows the failures of a way. */
const successAfter = (way: string): ScriptedAnswer => answer(codeAfter(way))

/** The answers of an endpoint of a way. */
function wayScript(way: string): Script {
  const [delivered, failures] = [DELIVERED[way], LATER[way]]
  if (delivered !== undefined) return [delivered, ok]
  if (failures !== undefined) return laterScript(failures)
  return [...(NOT_DELIVERED[way] ?? []), successAfter(way), ok]
}

/** The name of a way, and the answers of an endpoint. */
export type Way = readonly [way: string, script: Script]

/** The ways for `quote.created`. */
export const ALL_WAYS: readonly Way[] = [
  ...[...Object.keys(DELIVERED), ...Object.keys(NOT_DELIVERED), ...Object.keys(DELIVERED)],
  ...[...Object.keys(LATER), ...Object.keys(LATER)],
].map((way) => [way, wayScript(way)])

/** Ways for events of other types that succeed, each at two endpoints. */
const OTHERS_DELIVERED = ['ok', '204', 'seven-seconds'] as const
/** Client errors among the ways for events of other types. */
const OTHER_CLIENT_ERRORS = [FAILURES.clientErrors[0], FAILURES.clientErrors[3]].map(wayOf)
/** Server errors among them. */
const OTHER_SERVER_ERRORS = wayOf(FAILURES.serverErrors[0])

/** Scripts for events of another type. */
export const OF_ANOTHER_TYPE: readonly Way[] = [
  ...[...OTHERS_DELIVERED, ...OTHERS_DELIVERED].map((way) => [way, [DELIVERED[way] ?? ok, ok]] as const),
  ...[
    ...['nine-seconds', 'silence', 'silence-by-the-clock'],
    ...[OTHER_SERVER_ERRORS, ...OTHER_CLIENT_ERRORS],
  ].map((way) => [way, [...(NOT_DELIVERED[way] ?? []), ok]] as const),
]

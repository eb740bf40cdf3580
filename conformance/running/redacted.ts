import type { CheckResult, RunEvent, StoredDrive } from '../events.ts'
import type { Counterexample, Coverage } from '../generation.ts'
import type { Target } from '../ports/target.ts'
import type { Verdict } from '../verdict.ts'

/** Longest text in a verdict, in characters. A target may answer with a text of any length. */
const LONGEST = 4096
/** Longest trace that is kept, in characters of its JSON. A longer one is not stored, so it can be judged only once. */
const LONGEST_TRACE = 4 * 1024 * 1024

/** Keys whose values are ids of evidence. Redaction must not change them. */
const references = new Set(['$exchange', '$arrival', 'exchange', 'arrival', 'holds'])

/** Redacts each text in a JSON value, except the ids of evidence. */
function clean<T>(value: T, redact: (text: string) => string): T {
  const visit = (inner: unknown): unknown => {
    if (typeof inner === 'string') return redact(inner)
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) return inner.map(visit)
    return Object.fromEntries(
      Object.entries(inner).map(([name, one]) => [name, references.has(name) ? one : visit(one)]),
    )
  }
  return visit(value) as T
}

/** Redacts a text before it is cut: the cut could leave half of a secret. */
const bounded =
  (redact: (text: string) => string) =>
  (text: string): string => {
    const whole = redact(text.slice(0, 2 * LONGEST))
    return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}...` : whole
  }

/** Redacts the texts of a verdict. Its kind is not a text from a target. */
const cleanVerdict = (verdict: Verdict, redact: (text: string) => string): Verdict =>
  ({ ...clean(verdict, bounded(redact)), kind: verdict.kind }) as Verdict

/** A stored trace without secrets; empty where the trace is longer than what is kept. */
function cleanDrive(drive: StoredDrive, redact: (text: string) => string): { readonly drive?: StoredDrive } {
  if (!('trace' in drive)) return { drive: { verdict: cleanVerdict(drive.verdict, redact) } }
  // The length is checked first: searching a trace that is not kept for secrets would take long.
  const length = JSON.stringify(drive.trace)?.length ?? 0
  return length > LONGEST_TRACE ? {} : { drive: { trace: clean(drive.trace, redact) } }
}

/** Verdicts and messages of judges and scenarios. */
export interface Said {
  readonly checks: readonly CheckResult[]
  readonly drive?: StoredDrive
  readonly counterexamples?: readonly Counterexample[]
  /** The reason why a circumstance was left out may hold what a target answered. */
  readonly coverage?: Coverage
}

/**
 * Redacts secrets in the verdicts and messages of judges and scenarios. The target redacts exchanges and arrivals. This covers
 * text from other sources: error messages, text of a document, messages of the suite itself.
 */
export function redactedJudgement(
  { checks, drive, counterexamples = [], coverage }: Said,
  redact: (text: string) => string,
): Said {
  return {
    ...(counterexamples.length > 0 && {
      counterexamples: counterexamples.map(({ scenario, exchanges, ...rest }) => ({
        scenario,
        exchanges,
        ...clean(rest, redact),
      })),
    }),
    checks: checks.map((check) => ({ ...check, verdict: cleanVerdict(check.verdict, redact) })),
    ...(drive === undefined ? {} : cleanDrive(drive, redact)),
    ...(coverage && { coverage: clean(coverage, bounded(redact)) }),
  }
}

/**
 * Every text in a JSON value, at any depth. They are read one by one, because the JSON of the whole value would hold them
 * escaped.
 */
function textsIn(value: object): readonly string[] {
  const texts: string[] = []
  const open: object[] = [value]
  for (let here = open.pop(); here !== undefined; here = open.pop())
    for (const inner of Array.isArray(here) ? here : Object.values(here)) {
      if (typeof inner === 'string') texts.push(inner)
      else if (typeof inner === 'object' && inner !== null) open.push(inner)
    }
  return texts
}

/** An event without any secret that became known after the event was made; the same object where it holds none. */
export function cleanedEvent(event: RunEvent, target: Target<unknown>): RunEvent {
  if (event.type !== 'scenario-finished' || !textsIn(event).some((text) => target.showsTooMuch(text)))
    return event
  const redact = (text: string) => target.redact(text)
  return {
    ...event,
    ...target.shown(event),
    ...redactedJudgement(event, redact),
    ...(event.views && { views: clean(event.views, redact) }),
  }
}

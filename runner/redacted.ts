import type { CheckResult, RunEvent, StoredDrive } from '../conformance/events.ts'
import type { Counterexample } from '../conformance/generation.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { Verdict } from '../conformance/verdict.ts'

/** Longest text in a verdict, in characters; what a target said may be as long as it likes. */
const LONGEST = 4096
/** Longest trace that is kept, in characters of its JSON; one that is longer can be judged only once. */
const LONGEST_TRACE = 4 * 1024 * 1024

/** Names of evidence, by which it is found again. */
const references = new Set(['$exchange', '$arrival', 'exchange', 'arrival'])

/** A JSON value with each text in it redacted, but for the names of evidence. */
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

/** Texts of a verdict; its kind is no text of a target. */
function cleanVerdict(verdict: Verdict, redact: (text: string) => string): Verdict {
  const bounded = (text: string) => {
    // Redacted first: of a secret across the cut only its half would be left.
    const whole = redact(text.slice(0, 2 * LONGEST))
    return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}...` : whole
  }
  return { ...clean(verdict, bounded), kind: verdict.kind } as Verdict
}

/** A stored trace without secrets; nothing where it is longer than what is kept. */
function cleanDrive(drive: StoredDrive, redact: (text: string) => string): { readonly drive?: StoredDrive } {
  if (!('trace' in drive)) return { drive: { verdict: cleanVerdict(drive.verdict, redact) } }
  // Measured first: to look for secrets in what is not kept would take long.
  const length = JSON.stringify(drive.trace)?.length ?? 0
  return length > LONGEST_TRACE ? {} : { drive: { trace: clean(drive.trace, redact) } }
}

/** Verdicts and messages of judges and scenarios. */
export interface Said {
  readonly checks: readonly CheckResult[]
  readonly drive?: StoredDrive
  readonly counterexamples?: readonly Counterexample[]
}

/**
 * Takes secrets out of the verdicts and messages of judges and scenarios. Exchanges and arrivals are redacted
 * by their target. This covers text from other sources: words of an error, text of a document, a message of
 * the suite itself.
 */
export function redactedJudgement(
  { checks, drive, counterexamples = [] }: Said,
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
  }
}

/** Every text in a JSON value, however deep. Each by itself: escaped in the JSON of the whole it would have to be decoded. */
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

/** An event of a run as it would be shown now: the same one unless it holds a secret that became known only later. */
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

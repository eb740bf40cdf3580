import type { CheckResult, StoredDrive } from '../conformance/events.ts'
import type { Verdict } from '../conformance/verdict.ts'

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
  return { ...clean(verdict, redact), kind: verdict.kind } as Verdict
}

/**
 * Takes secrets out of what judges and scenarios said. Exchanges and arrivals are redacted where they are recorded; this is
 * for whatever came by another way: words of an error, text of a document, a message of the suite itself.
 */
export function redactedJudgement(
  { checks, drive }: { readonly checks: readonly CheckResult[]; readonly drive?: StoredDrive },
  redact: (text: string) => string,
): { readonly checks: readonly CheckResult[]; readonly drive?: StoredDrive } {
  return {
    checks: checks.map((check) => ({ ...check, verdict: cleanVerdict(check.verdict, redact) })),
    ...(drive === undefined
      ? {}
      : {
          drive:
            'trace' in drive
              ? { trace: clean(drive.trace, redact) }
              : { verdict: cleanVerdict(drive.verdict, redact) },
        }),
  }
}

import { packageFacts } from '../cli/package-facts.ts'
import type { EntryKind } from '../conformance/ledger.ts'
import { type Report, recordingVerdict } from '../reporters/index.ts'
import { judgeRecordings } from '../sides/recording/index.ts'
import { specOf } from '../sides/version.ts'

export interface RecordingOptions {
  /** Changelog version to judge by; default the newest. */
  readonly apiVersion?: string
  /** Kinds of entries of which none is missing. Default: none is known to be whole, and statements that need it are not judged. */
  readonly whole?: readonly EntryKind[]
  /** Signing secrets of the endpoints whose deliveries were recorded. */
  readonly signingSecrets?: readonly string[]
  /** Requirement ids or clauses; default all. */
  readonly only?: readonly string[]
}

/** A statement that a recording breaks. */
export interface RecordedBreach {
  /** Ids of the requirements, the first of which names it. */
  readonly requirements: readonly string[]
  /** `failed` for a `must`, `warned` for a `should`. */
  readonly verdict: 'failed' | 'warned'
  readonly expected: string
  readonly observed: readonly string[]
  /** Places in the recording: `entry 17` counts from 1. */
  readonly places: readonly string[]
}

export interface RecordingVerdict {
  /** `no breach in what was recorded: 134 of 674 statements`; it never says "conformant". */
  readonly verdict: string
  readonly breaches: readonly RecordedBreach[]
  /** How many statements were judged, and of how many. */
  readonly judged: Report['judged']
  /** How many entries were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
  readonly requirements: readonly Omit<Report['requirements'][number], 'checks'>[]
}

/**
 * Judges recorded traffic by the statements about every exchange and delivery (clauses 1 to 9). Sends nothing. No secret of the
 * recording is in the result.
 *
 * @param entries entries of a HAR 1.2 archive (`log.entries`), in any order of time
 * @throws ConformanceError USAGE for an unknown version, SELECTION_EMPTY for `only` that selects nothing
 */
export async function judgeRecording(
  entries: readonly unknown[],
  { apiVersion, ...options }: RecordingOptions = {},
): Promise<RecordingVerdict> {
  const spec = await specOf(apiVersion, 'apiVersion')
  const { report, facts } = await judgeRecordings({
    ...options,
    entries,
    spec,
    suite: packageFacts(),
    now: Date.now,
  })
  return {
    verdict: recordingVerdict(report),
    breaches: (report.causes ?? []).map(({ requirements, verdict, expected, observed, scenarios }) => ({
      ...{ requirements, verdict, expected, observed, places: scenarios },
    })),
    judged: report.judged,
    leftOut: Object.fromEntries(facts.leftOut),
    requirements: report.requirements.map(({ checks: _, ...one }) => one),
  }
}

import type { PlannedRequirement, RunEvent } from '../../conformance/events.ts'
import type { Side } from '../../conformance/requirement.ts'
import { makeReport, type Report, recordOf } from '../../reporters/index.ts'
import { checkSelection, plan } from '../../runner/index.ts'
import { redactedJudgement } from '../../runner/redacted.ts'
import type { Spec } from '../../spec/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'
import { loadProfile } from '../../targets/profile/index.ts'
import {
  type KnownTarget,
  type ReadFacts,
  type Recordings,
  readRecordings,
  shownWithout,
} from '../../traffic/recording/index.ts'
import type { Environment } from '../side.ts'
import { RecordingJudge } from './judge.ts'

export interface JudgeOptions extends Omit<Recordings, 'spec'> {
  readonly spec: Spec
  /** Name and version of the tool, for the report. */
  readonly suite: { readonly name: string; readonly version: string }
  /** Requirement ids or clauses; absent: all. */
  readonly only?: readonly string[]
  /** The command line that judges the same files again. */
  readonly command?: readonly string[]
  /** Milliseconds since the epoch. */
  now(): number
}

/** The report on recordings. Never a certificate: a recording shows a part of what a platform does. */
export interface JudgedRecording {
  readonly report: Report
  readonly facts: ReadFacts
}

/**
 * The facts of a profile about the platform that was recorded. Sends nothing.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export async function knownTarget(
  file: string,
  env: Environment,
): Promise<{ readonly target: KnownTarget; readonly apiVersion?: string; readonly signingSecret?: string }> {
  const { baseUrl, authUrl, credentials, apiVersion, webhooks } = await loadProfile(file, env)
  const { integrationKey, secondaryIntegrationKey, otherPartner } = credentials
  return {
    target: {
      ...{ baseUrl, authUrl, integrationKey },
      ...(secondaryIntegrationKey !== undefined && { secondaryIntegrationKey }),
      ...(otherPartner && { otherIntegrationKey: otherPartner.integrationKey }),
    },
    ...(apiVersion !== undefined && { apiVersion }),
    ...(webhooks?.signingSecret !== undefined && { signingSecret: webhooks.signingSecret }),
  }
}

const BEYOND = 'it needs requests of the suite, or what the suite knows of its own requests'
const UNSEEN = 'nothing in the recording shows it'

/**
 * Judges recordings by the statements about every exchange and delivery. Sends nothing.
 *
 * @throws ConformanceError `USAGE` for a file that is no recording, or a selection of nothing
 */
export async function judgeRecordings({
  spec,
  suite,
  only = [],
  command,
  now,
  ...recordings
}: JudgeOptions): Promise<JudgedRecording> {
  const own = platformSuite(spec)
  const selection = { only, scenarios: [], allowWrites: true }
  checkSelection(selection, { requirements: spec.requirements, scenarios: own.scenarios })
  const facts = { name: 'recording', environment: 'sandbox', baseUrl: '', apiVersion: spec.version } as const
  const whole = plan({
    ...{ side: 'platform', rules: spec, suite: own, selection },
    target: { facts, lacks: () => undefined },
  })
  const judge = new RecordingJudge(whole.standing, whole.levels, spec)
  // Scenarios of a run cause some breaches themselves.
  const exempt = new Map(own.scenarios.map(({ id, exempt: some }) => [id, some]))
  const others = new Set<Side>()
  const at = new Date(now()).toISOString()
  const read = await readRecordings({ ...recordings, spec }, ({ side, ledger, about }) => {
    if (side === 'platform') judge.add(ledger, about, exempt.get(about))
    else others.add(side)
  })
  const { evidence, text } = shownWithout(read.secrets)
  const standing = new Set(whole.standing.map(({ requirement }) => requirement))
  const events: RunEvent[] = [
    {
      type: 'run-started',
      ...{ suite, kind: 'platform', seed: 0, at, scenarios: 0, filtered: whole.filtered },
      target: { ...facts, baseUrl: read.platforms.join(', ') },
      requirements: whole.requirements.map((one) => withReason(one, standing)),
      ...(command && { command }),
    } as RunEvent,
    ...judge.events().map((event) => ({
      ...event,
      ...evidence(event),
      checks: redactedJudgement({ checks: event.checks }, text).checks,
    })),
    { type: 'run-finished', at: new Date(now()).toISOString(), end: { how: 'completed' } },
  ]
  const notes = [...others].map(
    (side) => `the evidence of a ${side} is left out, since only platforms are judged`,
  )
  return { report: makeReport(recordOf(events)), facts: { ...read, notes: [...read.notes, ...notes] } }
}

function withReason(one: PlannedRequirement, standing: ReadonlySet<string>): PlannedRequirement {
  if (one.reason !== undefined || one.judgedBy !== undefined) return one
  return { ...one, reason: standing.has(one.id) ? UNSEEN : BEYOND }
}

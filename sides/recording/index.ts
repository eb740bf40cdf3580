import type { Environment } from '../../conformance/environment.ts'
import type { PlannedRequirement, RunEvent } from '../../conformance/events.ts'
import type { TargetFacts } from '../../conformance/ports/target.ts'
import type { Side } from '../../conformance/requirement.ts'
import { redactedJudgement } from '../../conformance/running/redacted.ts'
import type { Suite } from '../../conformance/scenario.ts'
import { plan } from '../../conformance/selection/plan.ts'
import { checkSelection, type Selection } from '../../conformance/selection/selection.ts'
import { makeReport, type Report, type RunRecord, runRecordOf } from '../../reporters/index.ts'
import type { Spec } from '../../spec/index.ts'
import { NOT_RECORDED, recordedStatements } from '../../suites/client/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'
import { secretsOf } from '../../targets/platform/index.ts'
import { loadProfile } from '../../targets/profile/index.ts'
import {
  type KnownTarget,
  type ReadFacts,
  type Recordings,
  readRecordings,
  shownWithout,
} from '../../traffic/recording/index.ts'
import { type Found, RecordingJudge } from './judge.ts'

export interface JudgeRecordingsOptions extends Omit<Recordings, 'spec'> {
  readonly spec: Spec
  /** Name and version of the tool, for the report. */
  readonly suite: { readonly name: string; readonly version: string }
  /** Requirement ids or clauses; absent: all. */
  readonly only?: readonly string[]
  /** Breaches that were found while the traffic passed, when more was known than a recording holds. */
  readonly found?: readonly Found[]
  /** The command line that judges the same files again. */
  readonly command?: readonly string[]
  /** Milliseconds since the epoch. */
  now(): number
}

/** The report on recordings. Never a certificate: a recording shows a part of what a platform does. */
export interface JudgedRecording {
  readonly report: Report
  /** The same as the events of a run, from which every report is made. */
  readonly record: RunRecord
  /** With them, whether a statement threw in place of a verdict, so that not everything was judged. */
  readonly facts: ReadFacts & { readonly hasFaults: boolean }
}

/**
 * The facts of a profile about the platform that was recorded. Sends nothing.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export async function knownTarget(
  file: string,
  env: Environment,
): Promise<{
  readonly target: KnownTarget
  readonly apiVersion?: string
  readonly signingSecret?: string
  /** Every secret that the profile names. */
  readonly secrets: readonly string[]
}> {
  const profile = await loadProfile(file, env)
  const { baseUrl, authUrl, credentials, apiVersion, webhooks } = profile
  const { integrationKey, secondaryIntegrationKey, otherPartner } = credentials
  return {
    target: {
      ...{ baseUrl, authUrl, integrationKey },
      ...(secondaryIntegrationKey !== undefined && { secondaryIntegrationKey }),
      ...(otherPartner && { otherIntegrationKey: otherPartner.integrationKey }),
    },
    ...(apiVersion !== undefined && { apiVersion }),
    ...(webhooks?.signingSecret !== undefined && { signingSecret: webhooks.signingSecret }),
    secrets: secretsOf(profile),
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
  found = [],
  now,
  ...recordings
}: JudgeRecordingsOptions): Promise<JudgedRecording> {
  const own = platformSuite(spec)
  const selection = { only, scenarios: [], allowWrites: true }
  checkSelection(selection, { requirements: spec.requirements, scenarios: own.scenarios })
  const facts = { name: 'recording', environment: 'sandbox', baseUrl: '', apiVersion: spec.version } as const
  const plans = {
    platform: planned('platform', own, { spec, selection, facts }),
    client: planned('client', OF_CLIENTS, { spec, selection, facts }),
  }
  const judge = new RecordingJudge(new Map([...plans.platform.levels, ...plans.client.levels]), spec)
  // Scenarios of a run cause some breaches themselves.
  const exempt = new Map(own.scenarios.map(({ id, exempt: some }) => [id, some]))
  const others = new Set<Side>()
  const at = new Date(now()).toISOString()
  const read = await readRecordings({ ...recordings, spec }, ({ side, ledger, clients, about }) => {
    if (side === 'platform') judge.add(plans.platform.standing, ledger, about, exempt.get(about))
    else others.add(side)
    for (const sent of clients) judge.add(plans.client.standing, sent, about)
  })
  judge.addFound(found)
  const { evidence, text } = shownWithout(read.secrets)
  const events: RunEvent[] = [
    {
      type: 'run-started',
      ...{ suite, kind: 'platform', seed: 0, at, scenarios: 0, filtered: only.length > 0, recorded: true },
      target: { ...facts, baseUrl: read.platforms.join(', ') },
      requirements: [
        ...requirementsOf('platform', plans.platform),
        ...requirementsOf('client', plans.client),
      ],
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
  const [fault] = judge.faults
  const faults =
    fault === undefined ? [] : [text(`the suite itself failed ${judge.faults.length} times: ${fault}`)]
  const record = runRecordOf(events)
  return {
    report: makeReport(record),
    record,
    facts: { ...read, notes: [...read.notes, ...notes, ...faults], hasFaults: faults.length > 0 },
  }
}

/** Statements about clients: those that recordings can decide. */
const OF_CLIENTS: Suite<unknown, Spec> = {
  scenarios: [],
  standing: [...recordedStatements.byRequest, ...recordedStatements.overTime],
}

interface Planning {
  readonly spec: Spec
  readonly selection: Selection
  readonly facts: TargetFacts
}

const planned = <C>(
  side: 'platform' | 'client',
  suite: Suite<C, Spec>,
  { spec, selection, facts }: Planning,
) => plan({ side, rules: spec, suite, selection, target: { facts, lacks: () => undefined } })

/** The requirements of a side; those that no recording or not this one can decide have the reason. */
function requirementsOf(
  side: 'platform' | 'client',
  { requirements, standing }: Pick<ReturnType<typeof planned>, 'requirements' | 'standing'>,
): readonly PlannedRequirement[] {
  const decidable = new Set(standing.map(({ requirement }) => requirement))
  return requirements.map(({ reason, leftOutBy, ...one }) => {
    if (reason !== undefined && leftOutBy !== 'suite')
      return { ...one, side, reason, ...(leftOutBy && { leftOutBy }) }
    if (one.judgedBy !== undefined) return { ...one, side }
    return { ...one, side, reason: decidable.has(one.id) ? UNSEEN : (NOT_RECORDED.get(one.id) ?? BEYOND) }
  })
}

import type { CheckResult } from '../../conformance/events.ts'
import type { RunRecord } from '../../reporters/index.ts'
import type { Expectation } from './suite.ts'

/** The verdict on one interaction with a platform. */
export interface VerifiedInteraction {
  readonly description: string
  readonly states: readonly string[]
  /** JSON Pointer to the interaction in its file. */
  readonly at: string
  /** Id of its requirement in the reports. */
  readonly requirement: string
  readonly verdict: 'passed' | 'failed' | 'not-exercised'
  /** Why it was not exercised. */
  readonly reason?: string
  /** The key of the profile, or the option, that would help; absent where the platform itself prevented it. */
  readonly key?: string
  /** The library's findings. */
  readonly mismatches: readonly string[]
}

export interface VerifiedFile {
  readonly file: string
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly VerifiedInteraction[]
}

/**
 * Turns the events of a run into verdicts on its Pact files, interaction by interaction. Those that a selection left out are
 * missing.
 */
export function verifiedOf(
  expectations: readonly Expectation[],
  { started, scenarios }: RunRecord,
): readonly VerifiedFile[] {
  const checks = new Map(
    scenarios.flatMap((one) => one.checks.map((check) => [check.requirement, check] as const)),
  )
  const leftOut = new Set(
    started.requirements.flatMap(({ id, leftOutBy }) => (leftOutBy === undefined ? [] : [id])),
  )
  const files = new Set(expectations.map(({ file }) => file))
  return [...files].map((file) => ({
    file: file.name,
    consumer: file.consumer,
    provider: file.provider,
    interactions: expectations
      .filter((one) => one.file === file && !leftOut.has(one.requirement.id))
      .map((one) => verdictOf(one, checks.get(one.requirement.id))),
  }))
}

function verdictOf({ interaction, requirement }: Expectation, check: CheckResult | undefined) {
  const { description, states, at } = interaction
  const reported = { description, states: states.map(({ name }) => name), at, requirement: requirement.id }
  const verdict = check?.verdict
  switch (verdict?.kind) {
    case 'passed':
      return { ...reported, verdict: 'passed' as const, mismatches: [] }
    case 'failed': {
      const mismatches = verdict.findings.map(
        (one) => `${one.at === undefined ? '' : `${one.at}: `}${one.observed}`,
      )
      return { ...reported, verdict: 'failed' as const, mismatches }
    }
    default: {
      const { why = 'the run ended before', key } = verdict?.kind === 'cannot-tell' ? verdict : {}
      const help = key === undefined ? {} : { key }
      return { ...reported, verdict: 'not-exercised' as const, reason: why, ...help, mismatches: [] }
    }
  }
}

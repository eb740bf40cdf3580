import { compareVersions, type Spec } from '../spec/index.ts'
import type { PactFinding } from './checks/finding.ts'
import { checkInteraction } from './checks/interaction.ts'
import type { Interaction, PactFile } from './model.ts'

/** The result for one interaction. */
export interface CheckedInteraction {
  readonly description: string
  readonly states: readonly string[]
  /** JSON Pointer to the interaction in its file. */
  readonly at: string
  readonly verdict: 'failed' | 'open' | 'right'
  readonly findings: readonly TracedFinding[]
}

/** A finding, with the changelog entry that caused it. */
export interface TracedFinding extends PactFinding {
  /** The version that made the expectation wrong, or else the newer one that makes it right. */
  readonly changelog?: string
}

/** The result for one file. */
export interface CheckedFile {
  readonly file: string
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly CheckedInteraction[]
}

/** The specification as of each version of the changelog, newest first. */
export type Versions = () => Promise<readonly Spec[]>

/**
 * Checks a Pact file against a version of the specification. Sends nothing.
 * @param versions called only after a failure, to name the changelog entry that caused it
 */
export async function checkPact(file: PactFile, spec: Spec, versions: Versions): Promise<CheckedFile> {
  const interactions: CheckedInteraction[] = []
  for (const interaction of file.interactions) interactions.push(await resultOf(interaction, spec, versions))
  return { file: file.name, consumer: file.consumer, provider: file.provider, interactions }
}

async function resultOf(
  interaction: Interaction,
  spec: Spec,
  versions: Versions,
): Promise<CheckedInteraction> {
  const found = distinct(checkInteraction(spec, interaction))
  const failed = found.some(({ verdict }) => verdict === 'failed')
  const findings = failed ? traced(found, interaction, spec, await versions()) : found
  return {
    description: interaction.description,
    states: interaction.states.map(({ name }) => name),
    at: interaction.at,
    verdict: failed ? 'failed' : found.length > 0 ? 'open' : 'right',
    findings,
  }
}

function distinct(findings: readonly PactFinding[]): readonly PactFinding[] {
  const seen = new Map(findings.map((one) => [`${one.at} ${one.reason} ${one.observed}`, one]))
  return [...seen.values()]
}

/**
 * Finds the changelog version that made an expectation wrong: an older one must still allow it. Otherwise finds the newer
 * version that makes it right.
 */
function traced(
  findings: readonly PactFinding[],
  interaction: Interaction,
  spec: Spec,
  known: readonly Spec[],
): readonly TracedFinding[] {
  const newer = known.filter((one) => compareVersions(spec.versions, one.version, spec.version) > 0)
  const older = known.filter((one) => compareVersions(spec.versions, one.version, spec.version) < 0)
  const versions = [...newer, spec, ...older]
  const failing = versions.map(
    (one) =>
      new Set(
        checkInteraction(one, interaction).flatMap(({ verdict, at }) => (verdict === 'failed' ? [at] : [])),
      ),
  )
  const place = newer.length
  return findings.map((finding) => {
    if (finding.verdict === 'open') return finding
    const holds = (index: number) => isRightIn(failing[index], failing[place], finding.at)
    for (let index = place + 1; index < versions.length; index += 1)
      if (holds(index)) return withEntry(finding, versions[index - 1])
    for (let index = place - 1; index >= 0; index -= 1)
      if (holds(index)) return withEntry(finding, versions[index])
    return finding
  })
}

/** Places whose breach prevents the check of everything below: an unknown endpoint, status or event. */
const HIDING = /\/(?:request\/(?:path|method)|response\/status|type)$/

/** Says whether a place that is wrong now was right in another version. Another breach there must not have hidden it. */
function isRightIn(
  then: ReadonlySet<string> | undefined,
  now: ReadonlySet<string> | undefined,
  at: string,
): boolean {
  if (then === undefined || now === undefined || then.has(at)) return false
  return ![...then].some((one) => HIDING.test(one) && !now.has(one))
}

const withEntry = (finding: PactFinding, spec: Spec | undefined): TracedFinding =>
  spec === undefined ? finding : { ...finding, changelog: spec.version }

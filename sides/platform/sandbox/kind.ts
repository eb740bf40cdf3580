import { usageError } from '../../../conformance/errors.ts'
import { didYouMean } from '../../../conformance/suggestion.ts'
import { isSince } from '../../../spec/versions.ts'
import { type BehaviourChange, behaviourOf } from '../../../targets/sandbox/behaviour.ts'
import type { SandboxOptions } from '../../../targets/sandbox/index.ts'
import { specOf } from '../../version.ts'

/** The ways in which a sandbox differs from the standard one. */
export interface SandboxKind {
  /** Ids of legal ways to differ. */
  readonly variant?: readonly string[]
  /** Id of a defect to show. */
  readonly mutant?: string
  /** Version of the changelog that it has; default the newest. */
  readonly sandboxVersion?: string
}

/**
 * How a sandbox of a kind is started. Its parts are loaded only when they are needed.
 *
 * @param versionFrom the option that names the version, for the error
 * @throws ConformanceError USAGE for an id that there is not
 */
export async function sandboxOf(
  { variant = [], mutant, sandboxVersion }: SandboxKind,
  versionFrom: '--sandbox-version' | '--api-version' = '--api-version',
): Promise<SandboxOptions> {
  if (variant.length === 0 && mutant === undefined && sandboxVersion === undefined) return {}
  const former = sandboxVersion === undefined ? [] : await formerChanges(sandboxVersion, versionFrom)
  const { variants } = await import('../../../targets/sandbox/variants/index.ts')
  const { mutants } = await import('../../../targets/sandbox/mutants/index.ts')
  const defect = mutant === undefined ? undefined : named(mutant, '--mutant', mutants)
  const chosen = [
    ...variant.map((id) => named(id, '--variant', variants)),
    ...(defect === undefined ? [] : [defect]),
  ]
  return {
    ...Object.assign({}, ...chosen.map(({ options }) => options)),
    ...(defect?.knownGood === undefined ? {} : { knownGood: defect.knownGood }),
    behaviour: behaviourOf(...former, ...chosen.map(({ change }) => change)),
  }
}

/** The changes that make a sandbox one of an older version, its published description included. */
async function formerChanges(version: string, from: string): Promise<readonly BehaviourChange[]> {
  const { beforeEntries } = await import('../../../targets/sandbox/versions/index.ts')
  const { stringify } = await import('yaml')
  const spec = await specOf(version, from)
  const later = spec.versions.filter(({ id }) => !isSince(spec.versions, spec.version, id))
  if (later.length === 0) return []
  return [
    ...beforeEntries(later.map(({ id }) => id)),
    ({ http }) => ({ http: { description: () => http.description(stringify(spec.document)) } }),
  ]
}

function named<T extends { readonly id: string }>(
  id: string,
  option: '--mutant' | '--variant',
  known: readonly T[],
): T {
  const found = known.find((one) => one.id === id)
  if (found !== undefined) return found
  const ids = known.map((one) => one.id)
  const what = option === '--mutant' ? 'a defect' : 'a legal way to differ'
  throw usageError(
    `${option} ${id} is unknown: it should be the id of ${what}`,
    didYouMean(id, ids) ?? '`sandbox --list` lists them',
  )
}

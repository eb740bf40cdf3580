import { usageError } from '../../../conformance/errors.ts'
import { didYouMean } from '../../../conformance/suggestion.ts'
import { isSince } from '../../../spec/versions.ts'
import { type BehaviourChange, behaviourOf } from '../../../targets/sandbox/behaviour.ts'
import type { EmbeddedOptions } from '../../../targets/sandbox/index.ts'
import { specOf } from '../../version.ts'

/** The ways in which a sandbox differs from the standard one. */
export interface SandboxKind {
  /** Ids of variants: legal ways to differ. */
  readonly variant?: readonly string[]
  /** Id of a mutant: the defect to show. */
  readonly mutant?: string
  /** The changelog version that the sandbox implements; default the newest. */
  readonly sandboxVersion?: string
}

/**
 * Returns the options to start a sandbox of a kind. Its modules are loaded only when they are needed.
 *
 * @param versionFrom the option that names the version, for the error
 * @throws ConformanceError USAGE for an unknown id
 */
export async function sandboxOf(
  { variant = [], mutant, sandboxVersion }: SandboxKind,
  versionFrom: '--sandbox-version' | '--api-version' = '--api-version',
): Promise<EmbeddedOptions> {
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

/** The changes that turn a sandbox into one of an older version, including its published description. */
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

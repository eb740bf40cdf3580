import { usageError } from '../../conformance/errors.ts'
import { behaviourOf } from '../../targets/sandbox/behaviour.ts'
import type { SandboxOptions } from '../../targets/sandbox/index.ts'

/** The ways in which a sandbox differs from the standard one. */
export interface SandboxKind {
  /** Ids of legal ways to differ. */
  readonly variant?: readonly string[]
  /** Id of a defect to show. */
  readonly mutant?: string
}

/**
 * How a sandbox of a kind is started. Its parts are loaded only when they are needed.
 *
 * @throws ConformanceError USAGE for an id that there is not
 */
export async function sandboxOf({ variant = [], mutant }: SandboxKind): Promise<SandboxOptions> {
  if (variant.length === 0 && mutant === undefined) return {}
  const { variants } = await import('../../targets/sandbox/variants/index.ts')
  const { mutants } = await import('../../targets/sandbox/mutants/index.ts')
  const chosen = [
    ...variant.map((id) => named(id, '--variant', variants)),
    ...(mutant === undefined ? [] : [named(mutant, '--mutant', mutants)]),
  ]
  return {
    ...Object.assign({}, ...chosen.map(({ options }) => options)),
    behaviour: behaviourOf(...chosen.map(({ change }) => change)),
  }
}

function named<T extends { readonly id: string }>(id: string, option: string, known: readonly T[]): T {
  const found = known.find((one) => one.id === id)
  if (found !== undefined) return found
  const near = known.filter((one) => one.id.includes(id) || id.includes(one.id)).slice(0, 3)
  const hint = near.length === 0 ? 'they stand in targets/sandbox/' : near.map((one) => one.id).join(', ')
  throw usageError(`${option} ${id}: it should be one that there is`, hint)
}

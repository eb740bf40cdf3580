import type { SideEntry } from '../../sides/index.ts'
import { specOf } from '../../sides/version.ts'
import type { KnownValues } from './words.ts'

/** The ids that options take: mutants, variants, requirements with their clauses, scenarios. Those of a side for its own command. */
export async function knownValues(sides: readonly SideEntry[]): Promise<KnownValues> {
  const { mutants } = await import('../../targets/sandbox/mutants/index.ts')
  const { variants } = await import('../../targets/sandbox/variants/index.ts')
  const spec = await specOf(undefined, '--api-version')
  const suites = await Promise.all(
    sides.map(async ({ name, command, load }) => {
      const { scenarios } = (await load()).suite(spec)
      return { name, path: command.join(' '), scenarios: scenarios.map(({ id }) => id) }
    }),
  )
  const sideOf = (path: string) => suites.find((one) => one.path === path)
  const requirementsOf = (path: string) => {
    const name = sideOf(path)?.name
    const own = spec.requirements.filter(
      (one) => spec.holds(one) && (name === undefined || one.side === name),
    )
    return [...new Set(own.flatMap(({ id, clause }) => [clause.split('.', 1)[0] ?? '', clause, id]))]
  }
  const values: Readonly<Record<string, (path: string) => readonly string[]>> = {
    '--mutant': () => mutants.map(({ id }) => id),
    '--variant': () => variants.map(({ id }) => id),
    '--only': requirementsOf,
    '--require': requirementsOf,
    '--scenario': (path) => sideOf(path)?.scenarios ?? [],
  }
  // There an interaction is selected, which depends on the file.
  return (path, option) =>
    path === 'pact verify' && option === '--only' ? [] : (values[option]?.(path) ?? [])
}

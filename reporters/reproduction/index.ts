import type { CheckResult } from '../../conformance/events.ts'
import { onceFor } from '../../conformance/once.ts'
import { isBreach } from '../../conformance/outcome.ts'
import type { RunRecord } from '../record.ts'
import { breachesOf } from './choose.ts'
import { scriptOf } from './script.ts'

/** A script that reproduces a breach, or the reason why there is none. */
export type Reproduction =
  | {
      /** Path below the folder of the run. */
      readonly file: string
      readonly script: string
    }
  | { readonly why: string }

/** Folder of the scripts, below that of the run. */
export const REPRODUCTIONS = 'reproductions'

/**
 * By requirement id, for each requirement that a platform broke: the script that reproduces the breach, or why there is none.
 */
export const reproductionsOf = onceFor((record: RunRecord): ReadonlyMap<string, Reproduction> => {
  const { started, scenarios } = record
  // Quotes and credentials of a recording are those of others.
  if (started.kind !== 'platform' || started.recorded) return new Map()
  const broken = scenarios.flatMap(({ checks }) => checks).filter(isBreach)
  const byRequirement = Map.groupBy(broken, ({ requirement }) => requirement)
  return new Map(
    started.requirements.flatMap((requirement) => {
      const checks = byRequirement.get(requirement.id)
      return checks === undefined ? [] : [[requirement.id, reproductionOf(record, requirement, checks)]]
    }),
  )
})

function reproductionOf(
  record: RunRecord,
  requirement: RunRecord['started']['requirements'][number],
  checks: readonly CheckResult[],
): Reproduction {
  let why: string | undefined
  for (const breach of breachesOf(record, requirement, checks)) {
    const script = 'why' in breach ? undefined : scriptOf(breach)
    if (script !== undefined) return { file: `${REPRODUCTIONS}/${requirement.id}.sh`, script }
    why ??= 'why' in breach ? breach.why : 'one of its requests contains a secret without a variable'
  }
  return { why: why ?? 'nothing was found' }
}

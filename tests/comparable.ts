import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Checked {
  readonly name: string
  readonly verdict: string
  readonly message: string
}

interface Read {
  readonly requirements: readonly {
    readonly id: string
    readonly checks: readonly Checked[]
    readonly reason: string
  }[]
  readonly [key: string]: unknown
}

/** Which scenario is the first to need a token that all share is decided by time, so their grants are no scenario's own. */
const OF_ANY_SCENARIO = new Set([
  'token-answer-is-json',
  'token-access-token',
  'token-type-bearer',
  'token-expires-in-3600',
])
const namesOf = (id: string, checks: readonly Checked[]): readonly string[] => {
  const names = checks.map(({ name, verdict }) => `${name} ${verdict}`)
  if (!OF_ANY_SCENARIO.has(id)) return names
  return [...new Set(names.map((name) => name.replace(/^\S+: every exchange/, 'every exchange')))]
}

/** A report without everything that differs between runs: times, durations, the port of the embedded sandbox, order. */
export function comparable(folder: string): unknown {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Read
  const { kind, verdict, reason, seed, filtered, end, summary, requirements } = report
  return {
    ...{ kind, verdict, reason, seed, filtered, end, summary },
    requirements: requirements.map(({ checks, ...requirement }) => ({
      ...requirement,
      reason: OF_ANY_SCENARIO.has(requirement.id)
        ? requirement.reason.replaceAll(/\d+/g, 'n')
        : requirement.reason,
      checks: namesOf(requirement.id, checks).toSorted(),
    })),
  }
}

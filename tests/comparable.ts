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

/** A report without everything that differs between runs: times, durations, the port of the embedded sandbox, order. */
export function comparable(folder: string): unknown {
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Read
  const { kind, verdict, reason, seed, filtered, end, summary, requirements } = report
  return {
    ...{ kind, verdict, reason, seed, filtered, end, summary },
    requirements: requirements.map(({ checks, ...requirement }) => ({
      ...requirement,
      checks: checks.map((check) => `${check.name} ${check.verdict}`).sort(),
    })),
  }
}

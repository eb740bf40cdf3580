import type { TargetOptions } from './open-target.ts'

/** What of a command line decides what is sent. */
type JudgingOptions = TargetOptions &
  Partial<Record<'allowWrites' | 'discover', boolean>> &
  Partial<Record<'runs' | 'rate', number>> & { readonly side?: 'platform' | 'receiver' }

/** The words of the command line that judges the same target again, before what selects a part of it. */
export function judgingCommand(
  { target, apiVersion, allowWrites, side, runs, rate, discover }: JudgingOptions,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const front = env.npm_lifecycle_event === 'start' ? ['npm', 'start', '--'] : ['npx', 'quote-conformance']
  return [
    ...front,
    ...(side === 'receiver' ? ['certify', 'receiver'] : ['run']),
    ...(target === undefined ? [] : ['--target', target]),
    ...(apiVersion === undefined ? [] : ['--api-version', apiVersion]),
    ...(allowWrites === true ? ['--allow-writes'] : []),
    ...(runs === undefined ? [] : ['--runs', String(runs)]),
    ...(rate === undefined ? [] : ['--rate', String(rate)]),
    ...(discover === true ? ['--discover'] : []),
  ]
}

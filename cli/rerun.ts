import type { TargetOptions } from './open-target.ts'

/** The words of the command line that judges the same target again, before what selects a part of it. */
export function judgingCommand(
  {
    target,
    apiVersion,
    allowWrites,
    side,
  }: TargetOptions & { readonly allowWrites?: boolean; readonly side?: 'platform' | 'receiver' },
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const front = env.npm_lifecycle_event === 'start' ? ['npm', 'start', '--'] : ['npx', 'quote-conformance']
  return [
    ...front,
    ...(side === 'receiver' ? ['certify', 'receiver'] : ['run']),
    ...(target === undefined ? [] : ['--target', target]),
    ...(apiVersion === undefined ? [] : ['--api-version', apiVersion]),
    ...(allowWrites === true ? ['--allow-writes'] : []),
  ]
}

import { Option } from 'commander'
import type { Environment } from '../conformance/environment.ts'
import type { SideEntry, TargetOptions } from '../sides/index.ts'

/** The words that start this program in the same way as now: in a checkout or from the package. */
export const frontWords = (env: Environment): readonly string[] =>
  env.npm_lifecycle_event === 'start' ? ['npm', 'start', '--'] : ['npx', 'quote-conformance']

/** Options that decide what is sent, on every side. Each side has further options of that kind. */
interface JudgingOptions extends TargetOptions {
  readonly only?: readonly string[]
  readonly scenario?: readonly string[]
  readonly allowWrites?: boolean
  readonly runs?: number
}

/** The command line that judges the same part of the same target again. */
export function judgingCommand(
  { command, options }: Pick<SideEntry, 'command' | 'options'>,
  given: JudgingOptions,
  env: Environment,
): readonly string[] {
  const { target, apiVersion, allowWrites, runs, only, scenario } = given
  const own = new Map<string, unknown>(Object.entries(given))
  return [
    ...frontWords(env),
    ...command,
    ...(target === undefined ? [] : ['--target', target]),
    ...(apiVersion === undefined ? [] : ['--api-version', apiVersion]),
    ...(allowWrites === true ? ['--allow-writes'] : []),
    ...(runs === undefined ? [] : ['--runs', String(runs)]),
    ...options
      .filter(({ decides }) => decides)
      .map(({ flags }) => new Option(flags))
      .flatMap((option) => wordsOf(`--${option.name()}`, own.get(option.attributeName()))),
    ...wordsOf('--only', only),
    ...wordsOf('--scenario', scenario),
  ]
}

function wordsOf(option: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [option]
  return [value].flat().flatMap((one) => [option, String(one)])
}

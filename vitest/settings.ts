import type { Environment } from '../conformance/environment.ts'
/** Settings of this front, read from the environment, because vitest uses the command line itself. */
export interface Settings {
  /** QUOTE_TARGET: file of a profile; default the embedded sandbox. */
  readonly target?: string
  /** QUOTE_API_VERSION */
  readonly apiVersion?: string
  /** QUOTE_SEED: all shards of one run need the same seed. */
  readonly seed: number
  /** QUOTE_ONLY: requirement ids or clauses, separated by commas. */
  readonly only: readonly string[]
  /** QUOTE_OUT: folder of the run. */
  readonly folder: string
  readonly env: Environment
}

export function settings(env: Environment = process.env): Settings {
  const { QUOTE_TARGET: target, QUOTE_API_VERSION: apiVersion, QUOTE_SEED, QUOTE_ONLY, QUOTE_OUT } = env
  const seed = Number(QUOTE_SEED ?? 1)
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Error(`QUOTE_SEED should be a whole number, and is ${QUOTE_SEED}`)
  return {
    ...(target === undefined || target === '' ? {} : { target }),
    ...(apiVersion === undefined || apiVersion === '' ? {} : { apiVersion }),
    seed,
    only: (QUOTE_ONLY ?? '').split(',').filter((pattern) => pattern !== ''),
    folder: QUOTE_OUT ?? 'reports/vitest',
    env,
  }
}

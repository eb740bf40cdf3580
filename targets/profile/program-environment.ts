import type { Environment } from '../../conformance/environment.ts'
import { stepsOf, valueAt } from '../../conformance/json/pointer.ts'
import type { SourceDocument } from './document.ts'
import type { Mistake } from './problem.ts'

/** The variables that every program of a profile gets, besides those that the profile names. */
const ALWAYS = ['PATH', 'HOME', 'TMPDIR'] as const

/** Variables of a program's environment; never the whole of this process's own. */
export type ProgramEnvironment = Readonly<Record<string, string>>

/**
 * Makes the environment of the programs that a profile starts. It holds no key of whoever runs the suite, unless the profile
 * names its variable.
 *
 * @param named names of variables to pass on
 */
export function programEnvironment(env: Environment, named: readonly string[] = []): ProgramEnvironment {
  return Object.fromEntries(
    [...ALWAYS, ...named].flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const SECRET_NAME = /secret|passw|token|key|credential/i

/** Values of the named variables that are secrets by their names, so that no report may show them. */
export function secretVariables(env: Environment, named: readonly string[] = []): readonly string[] {
  return named.filter((name) => SECRET_NAME.test(name)).flatMap((name) => env[name] ?? [])
}

/** Finds the variables that a list in a profile names and that are not set. @param list JSON Pointer of that list */
export function unsetIn(source: SourceDocument, list: string, env: Environment): readonly Mistake[] {
  const names = valueAt(source.value, list)
  if (!Array.isArray(names)) return []
  return names.flatMap((name, index) => {
    if (typeof name !== 'string' || env[name] !== undefined) return []
    const place = source.place([...stepsOf(list), index])
    return [{ place, what: `the environment variable ${name} must be set` }]
  })
}

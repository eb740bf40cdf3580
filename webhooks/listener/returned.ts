import { CannotTell } from '../../conformance/verdict.ts'

/**
 * Returns the value that an action returned under a name, as a text.
 *
 * @throws CannotTell where it returned none
 */
export function picked(returned: Record<string, unknown>, action: string, name: string): string {
  const value = returned[name]
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  const why = `the operator action ${action} returns no ${name}`
  throw new CannotTell(why, `operator.${action}.returns.${name}`)
}

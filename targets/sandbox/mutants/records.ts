import type { BehaviourChange, BehaviourChanges } from '../behaviour.ts'
import { standardCoverage, standardPersonalCyber, standardPolicyTerm } from '../quotes/record.ts'
import { kebabOf, type Mutant } from './mutant.ts'

const isMoney = (value: unknown): value is string => typeof value === 'string' && value.startsWith('$')

/** Returns a value in the wrong form that a careless serialiser gives it: an amount, a number, anything else. */
const misshapen = (value: unknown): unknown => {
  if (isMoney(value)) return value.replace(/\.\d\d$/, '')
  if (typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null
}

/** Returns an amount as a number, as a database stores it. */
const bare = (value: unknown): unknown =>
  isMoney(value) ? Number(value.replace(/[$,]/g, '')) : misshapen(value)

interface Part {
  readonly group: 'policyTerm' | 'personalCyber' | 'coverage'
  readonly name: string
  readonly fields: readonly string[]
}

const parts: readonly Part[] = [
  { group: 'policyTerm', name: 'policy_term', fields: Object.keys(standardPolicyTerm) },
  { group: 'personalCyber', name: 'personal_cyber', fields: Object.keys(standardPersonalCyber) },
  { group: 'coverage', name: 'coverage_details', fields: Object.keys(standardCoverage) },
]

const OPTIONAL = ['utility_fraud_limit', 'reputational_harm_limit']

/** Two mutants for each field of a rated part: without it, and with a wrong form. */
function fieldMutants({ group, name, fields }: Part): readonly Mutant[] {
  return fields.flatMap((field, place): readonly Mutant[] => {
    const path = `${name}.${field}`
    const id = `record-${kebabOf(path)}`
    const changed =
      (change: (value: unknown) => unknown): BehaviourChange =>
      (base) =>
        ({
          [group]: {
            [field]: (...given: Parameters<(typeof base)[typeof group][string]>) =>
              change(base[group][field]?.(...given)),
          },
        }) satisfies BehaviourChanges
    const one = (prefix: string, says: string, change: (value: unknown) => unknown): Mutant => ({
      id: `${prefix}-${kebabOf(path)}`,
      says,
      kills: [id],
      change: changed(change),
    })
    return [
      ...(OPTIONAL.includes(field)
        ? []
        : [one('leaves-out', `The record of a rated quote has no ${path}`, () => undefined)]),
      // Fields take turns between two wrong forms, so that each part has both.
      place % 2 === 0
        ? one('misshapes', `${path} is written in another form`, misshapen)
        : one('leaves-bare', `${path} is written as it stands in the database`, bare),
    ]
  })
}

export const recordFieldMutants: readonly Mutant[] = parts.flatMap(fieldMutants)

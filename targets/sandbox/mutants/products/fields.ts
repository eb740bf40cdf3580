import { eventTable, eventTypes } from '../../events/table.ts'
import { standardCoverage, standardPersonalCyber, standardPolicyTerm } from '../../quotes/record.ts'
import { standardValidation } from '../../validation/rules.ts'

type Row = Readonly<Record<string, unknown>>

/** The fields of rated parts of the record; `turn` has the wrong form that each is given, so that each part has both. */
const rated = (group: string, name: string, fields: object): readonly Row[] =>
  Object.keys(fields).map((field, place) => ({
    field: `${group}.${field}`,
    path: `${name}.${field}`,
    optional: ['utility_fraud_limit', 'reputational_harm_limit'].includes(field),
    turn: place % 2 === 0 ? 'misshapen' : 'bare',
  }))

/** Fields by what has them, for rows that are mutants of each. */
const FIELDS: Readonly<Record<string, readonly Row[]>> = {
  bodies: [
    ...standardValidation.submission.map((row) => ({ at: 'submit', ...row })),
    ...standardValidation.update.map((row) => ({ at: 'update', ...row })),
  ],
  records: [
    ...rated('policyTerm', 'policy_term', standardPolicyTerm),
    ...rated('personalCyber', 'personal_cyber', standardPersonalCyber),
    ...rated('coverage', 'coverage_details', standardCoverage),
  ],
  payloads: eventTypes.flatMap((type) => {
    const { name, fields } = eventTable[type]
    return Object.keys(fields).map((path) => ({ type, name, path }))
  }),
}

/**
 * Finds the fields that a row is written for.
 *
 * @param given name of a table of fields, and values that they have: `{ of: bodies, type: string }`
 * @throws RangeError where there is no such table or no such field
 */
export function fieldRows({ of, ...values }: Row): readonly Row[] {
  const found = (FIELDS[String(of)] ?? []).filter((row) =>
    Object.entries(values).every(([name, value]) => row[name] === value),
  )
  if (found.length === 0) throw new RangeError(`there is no such field of ${of}`)
  return found
}

import { expect, test } from 'vitest'
import type { ReportedRequirement } from './report.ts'
import { styleFor } from './style.ts'
import { furtherCheckLines } from './unexercised.ts'

const check = (verdict: 'passed' | 'not-exercised', message = '') =>
  ({ name: 'a check', verdict, message }) as ReportedRequirement['checks'][number]
const WITHOUT = 'the action has no place for a partner_id (profile key operator.register_endpoint)'
const printed = (...requirements: readonly Pick<ReportedRequirement, 'verdict' | 'checks'>[]) =>
  furtherCheckLines({ requirements }, styleFor(false))

test('a key that adds checks to what was judged is named once, with their number', () => {
  const one = { verdict: 'passed', checks: [check('passed'), check('not-exercised', WITHOUT)] } as const
  expect(printed(one, one)).toEqual([
    '',
    'to add for further checks of requirements that were judged, with the number of checks:',
    '      2  operator.register_endpoint  the action has no place for a partner_id',
  ])
})

test('requirements that were not judged at all, and checks that no key would add, are left out', () => {
  const left = { verdict: 'not-exercised', checks: [check('not-exercised', WITHOUT)] } as const
  const cut = { verdict: 'passed', checks: [check('not-exercised', 'the run ended')] } as const
  expect(printed(left, cut)).toEqual([])
})

import { expect, test } from 'vitest'
import { missingKeyLines } from './missing-keys.ts'
import { styleFor } from './style.ts'

test('each key is named once, most first, in lines of at most 100 columns', () => {
  const why = 'Effect: a registration is pending; given {company_name}, {contact_name}, {email}, {password}'
  const lines = missingKeyLines(
    [
      { key: 'outcomes.declined', why: 'no change leads to a decline' },
      { key: 'operator.register_partner', why },
      { key: 'operator.register_partner', why },
      { key: 'description', why: 'the published document', optional: true },
    ],
    styleFor(false),
  )
  expect(lines.slice(4)).toEqual([
    '      2  operator.register_partner  Effect: a registration is pending; given {company_name},',
    '                                    {contact_name}, {email}, {password}',
    '      1  outcomes.declined          no change leads to a decline',
    '      .  description                the published document',
  ])
})

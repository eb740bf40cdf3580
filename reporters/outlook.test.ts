import { expect, test } from 'vitest'
import { outlookText } from './outlook.ts'

const lack = { why: 'no recipe', key: 'outcomes.declined' }
const names = ['a', 'b', 'c', 'd', 'e', 'f']
const outlook = {
  scenarios: [{ id: 'bind/ready', title: 'A ready quote is bound' }],
  lacking: 2,
  judgeable: { count: 3, of: 9 },
  unexercised: [{ id: 'old', why: 'in force until v1.9.0 only' }, ...names.map((id) => ({ id, ...lack }))],
}

test('a dry run names scenarios, and every requirement below the key that would help', () => {
  expect(outlookText(outlook, { color: false, quiet: false })).toBe(`
  bind/ready: A ready quote is bound

1 scenario would run; 2 others would not, for want of a profile key
the profile lets 3 of 9 requirements in force be judged; the target may keep a run from some of them

not exercised: 7 requirements
  no recipe (profile key outcomes.declined): a, b, c, d, e, f
  in force until v1.9.0 only: old

nothing was sent: only a run shows what the target prevents and what generated cases do not reach
`)
})

test('a quiet one leaves the scenarios out', () => {
  expect(outlookText(outlook, { color: false, quiet: true })).toMatch(/^\n1 scenario would run/)
})

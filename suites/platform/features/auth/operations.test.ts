import { expect, test } from 'vitest'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { isMissing, othersRefused } from './operations.ts'

const judged = (statuses: readonly number[], counterpart: number) =>
  othersRefused(
    {
      ofOthers: {
        attempts: [
          ...statuses.map((status) => ({ way: 'wrong', exchange: answeredWith(status) })),
          { way: 'none', exchange: answeredWith(200) },
        ],
        counterpart: answeredWith(counterpart),
      },
    },
    (attempt) => !isMissing(attempt),
  ).kind

test('wrong keys of another partner are refused where its right one is served', () => {
  expect(judged([401, 403], 200)).toBe('passed')
  expect(judged([401, 200], 200)).toBe('failed')
  expect(judged([401, 200], 404)).toBe('failed')
  expect(judged([401, 403], 404)).toBe('cannot-tell')
  expect(othersRefused({}, isMissing)).toMatchObject({ key: 'credentials.other_partner' })
})

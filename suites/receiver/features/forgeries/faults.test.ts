import { expect, test } from 'vitest'
import { FAULTS, forgedTime } from './faults.ts'

const draft = { id: 'a1b2c3', timestamp: '2027-01-15T10:00:00.123Z', body: '{"brokerageId":"b"}' }
const signature = '0123456789abcdef'.repeat(4)

test.each(Object.entries(FAULTS).filter(([fault]) => fault !== 'timestamp'))(
  '%s differs from the right delivery',
  (_, { forge }) => {
    const right = { ...draft, signature }
    expect({ ...right, ...forge(draft, signature, 'f'.repeat(64), () => 'e'.repeat(64)) }).not.toEqual(right)
  },
)

test('a Timestamp is moved as the way says, and by a second where it is the fault itself', () => {
  const { timestamp } = draft
  expect(forgedTime({ time: 'now', fault: 'wrong' }, timestamp)).toBe(timestamp)
  expect(forgedTime({ time: 'now', fault: 'timestamp' }, timestamp)).toBe('2027-01-15T09:59:59.123Z')
  expect(forgedTime({ time: 'minutes-ago', fault: 'id' }, timestamp)).toBe('2027-01-15T09:50:00.123Z')
  expect(forgedTime({ time: 'no-time', fault: 'timestamp' }, timestamp)).toBe('yesterday')
})

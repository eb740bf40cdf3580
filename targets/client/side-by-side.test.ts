import { expect, test } from 'vitest'
import { atOnce } from './side-by-side.ts'

test.each([
  { startMs: 200, cores: 2, sessions: 18 },
  { startMs: 2000, cores: 2, sessions: 10 },
  { startMs: 20_000, cores: 2, sessions: 4 },
  { startMs: 2000, cores: 16, sessions: 18 },
  { startMs: 0, cores: 1, sessions: 18 },
])('$sessions sessions go on at once where a start takes $startMs ms and there are $cores cores', (one) => {
  expect(atOnce(one.startMs, one.cores)).toBe(one.sessions)
})

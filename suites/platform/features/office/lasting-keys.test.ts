import { expect, test } from 'vitest'
import { cannotTell } from '../../../../conformance/verdict.ts'
import { answered } from '../../vocabulary/operator/testing.ts'
import { type LastingKeys, lasts } from './lasting-keys.ts'

const lasting = { soon: answered(200), later: answered(200) }
const right: LastingKeys = { primary: lasting, secondary: lasting }

test.each([
  ['both work the next day', right, 'passed', 'passed'],
  [
    'the secondary one is gone',
    { ...right, secondary: { ...lasting, later: answered(401) } },
    'passed',
    'failed',
  ],
  [
    'the primary one is gone',
    { ...right, primary: { ...lasting, later: answered(403) } },
    'failed',
    'passed',
  ],
  [
    'the secondary one never worked',
    { ...right, secondary: { soon: answered(401), later: answered(401) } },
    'passed',
    'cannot-tell',
  ],
  [
    'nobody could wait',
    { left: cannotTell('the run does not wait for a day') },
    'cannot-tell',
    'cannot-tell',
  ],
] satisfies (readonly [string, LastingKeys, string, string])[])(
  'keys that nobody replaces: %s',
  (_, keys, primary, secondary) => {
    expect([lasts(keys, 'primary').kind, lasts(keys, 'secondary').kind]).toEqual([primary, secondary])
  },
)

import { expect, test } from 'vitest'
import { cannotTell } from '../../../../conformance/verdict.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { keyLasts, type LastingKeys } from './lasting-keys.ts'

const lasting = { soon: answeredWith(200), later: answeredWith(200) }
const right: LastingKeys = { primary: lasting, secondary: lasting }

test.each([
  ['both work the next day', right, 'passed', 'passed'],
  [
    'the secondary one is gone',
    { ...right, secondary: { ...lasting, later: answeredWith(401) } },
    'passed',
    'failed',
  ],
  [
    'the primary one is gone',
    { ...right, primary: { ...lasting, later: answeredWith(403) } },
    'failed',
    'passed',
  ],
  [
    'the secondary one never worked',
    { ...right, secondary: { soon: answeredWith(401), later: answeredWith(401) } },
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
    expect([keyLasts(keys, 'primary').kind, keyLasts(keys, 'secondary').kind]).toEqual([primary, secondary])
  },
)

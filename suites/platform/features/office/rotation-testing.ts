import { answered, done } from '../../vocabulary/operator/testing.ts'
import type { Moment, RotationTrace } from './rotation.ts'

/** Makes a read of a status with a key. */
export const read = (key: string, status = 200) => ({ key, exchange: answered(status, {}, 'status') })
/** Makes the first requests with a new key: a read, and each operation. */
export const arrived = (key: string, status = 200, ofPolicies = status) => ({
  ...read(key, status),
  everywhere: { status: answered(status), policy: answered(ofPolicies, {}, 'policy') },
})
const moment = (when: string, ...reads: Moment['reads']): Moment => ({ when, reads })

/** A rotation of keys as a right platform carries it out. */
export const rotation: RotationTrace = {
  moments: [
    moment('with the first key', read('first')),
    moment('while the second key is made', read('first')),
    moment('with the second key', read('second'), read('first')),
    moment('while the third key is made', read('second'), read('first', 401)),
    moment('with the third key', read('third'), read('second')),
    moment('with the fourth key', read('fourth'), read('third')),
  ],
  arrived: [arrived('second'), arrived('third'), arrived('fourth')],
  strange: [{ when: 'with the second key at work', wrong: answered(401), foreign: answered(403) }],
  stale: { old: answered(401), renewed: answered(200) },
  replaced: [
    { now: answered(200), later: { old: { status: answered(401) }, successor: { status: answered(200) } } },
  ],
  second: done('create_key'),
  primary: done('rotate_key'),
  secondary: done('rotate_key'),
}

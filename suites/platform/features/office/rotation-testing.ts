import { answeredWith, done } from '../../vocabulary/operator/testing.ts'
import type { KeyRotationTrace, RotationMoment } from './rotation.ts'

/** Makes a read of a status with a key. */
export const keyRead = (key: string, status = 200) => ({ key, exchange: answeredWith(status, {}, 'status') })
/** Makes the first requests with a new key: a read, and each operation. */
export const arrived = (key: string, status = 200, ofPolicies = status) => ({
  ...keyRead(key, status),
  everywhere: { status: answeredWith(status), policy: answeredWith(ofPolicies, {}, 'policy') },
})
const moment = (when: string, ...reads: RotationMoment['reads']): RotationMoment => ({ when, reads })

/** A rotation of keys as a right platform carries it out. */
export const rotation: KeyRotationTrace = {
  moments: [
    moment('with the first key', keyRead('first')),
    moment('while the second key is made', keyRead('first')),
    moment('with the second key', keyRead('second'), keyRead('first')),
    moment('while the third key is made', keyRead('second'), keyRead('first', 401)),
    moment('with the third key', keyRead('third'), keyRead('second')),
    moment('with the fourth key', keyRead('fourth'), keyRead('third')),
  ],
  arrived: [arrived('second'), arrived('third'), arrived('fourth')],
  replaced: [
    {
      now: answeredWith(200),
      later: { old: { status: answeredWith(401) }, successor: { status: answeredWith(200) } },
    },
  ],
  second: done('create_key'),
  primary: done('rotate_key'),
  secondary: done('rotate_key'),
}

import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { ifNewTokenWorks } from '../../vocabulary/access/counterpart.ts'
import { statusClassIsNot, statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { under, whenDone } from '../../vocabulary/operator/step.ts'
import type { KeyRotationTrace } from './rotation.ts'

/** Judges that a key which is none of the account's is refused while one of its own works. */
export function refusesStrange(
  { strange, arrived, second }: Pick<KeyRotationTrace, 'strange' | 'arrived' | 'second'>,
  which: 'wrong' | 'foreign',
): Verdict {
  return whenDone(second, () => {
    if (!arrived.some(({ exchange }) => succeeded(exchange)))
      return cutOff('no new key of the account worked')
    return strange.length === 0
      ? cutOff('no other key was tried')
      : all(strange.map(({ when, [which]: one }) => under(when, statusClassIsNot(one, 2))))
  })
}

/** Judges that a token of a new client is refused a day later, when a new one is served. */
export function tokenEnds({ stale }: Pick<KeyRotationTrace, 'stale'>): Verdict {
  if (stale === undefined)
    return cannotTell('no token of the account was used a day later', 'operator.advance_clock')
  return ifNewTokenWorks(stale.renewed, statusIs(stale.old, 401))
}

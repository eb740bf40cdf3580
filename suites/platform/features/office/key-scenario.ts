import { all, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { eachAnother, shownOnce } from '../../vocabulary/operator/secrets.ts'
import { countOf } from '../../vocabulary/operator/shown.ts'
import { whenDone } from '../../vocabulary/operator/step.ts'
import type { KeysBeyondLimit } from './key-orders.ts'
import { driveKeys, type KeysTrace } from './keys.ts'

const MOST = 2

/** Checks that an account has at most two integration keys, and rotates them without a gap (2.6, 5.rule.6, 5.rule.7, R36). */
export const integrationKeys: PlatformScenario = officeScenario<KeysTrace>({
  id: 'office/keys',
  title: 'Keys are rotated through the second slot, and one of the two always works',
  needs: [{ operator: 'create_key' }],
  exclusive: true,
  shows: [
    ...[
      'key-rotation-has-its-steps',
      'primary-key-works',
      'secondary-key-works',
      'replaced-key-stops-working',
    ],
    ...['observe-replaced-key', 'status-wrong-key-refused', 'other-partners-key-refused'],
    'status-expired-token-401',
  ],
  drive: driveKeys,
  claims: [
    officeClaim('integration-keys-are-at-most-two', ({ tooMany }) => all(tooMany.map(atMostTwo))),
    officeClaim('integration-key-is-shown-once', ({ tooMany }, { secrets }) => {
      const verdict = shownOnce(secrets, 'integration key')
      const isListed = tooMany.some(({ listed }) => listed.step.kind === 'done')
      // The answer to a replacement may show another key than its own.
      const isRotated = secrets.length > 2
      return verdict.kind === 'passed' && !isListed && !isRotated
        ? cannotTell('nothing shows a key after its creation', 'operator.list_keys')
        : verdict
    }),
    officeClaim('lost-secret-is-replaced', (_seen, { secrets }) => eachAnother(secrets, 'integration key')),
  ],
})

/** Judges that a third key is refused, whatever was done with the other two before. */
function atMostTwo({ when, filled, listed, asked, free }: KeysBeyondLimit): Verdict {
  const isFull = filled.every(({ kind }) => kind === 'done') || (countOf(listed.shown) ?? 0) >= MOST
  if (!isFull) return all(filled.map((step) => whenDone(step, () => passed())))
  const further = asked.filter(({ kind }) => kind === 'done')[free]
  if (further?.kind === 'done') {
    const expected = 'no key beside the primary and the secondary one'
    return failed({ ...finding(further.exchange, expected, 'it was done'), under: when })
  }
  // A request that was not tried, or an action that is broken, decides nothing.
  const left = asked.filter(({ kind }) => kind === 'left')
  return left.length > 0 ? all(left.map((step) => whenDone(step, () => passed()))) : passed()
}

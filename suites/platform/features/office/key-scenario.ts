import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { PlatformScenario } from '../../vocabulary/context.ts'
import {
  describe,
  finding,
  statusClassIs,
  statusClassIsNot,
  succeeded,
  withAnswer,
} from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { eachAnother, shownOnce } from '../../vocabulary/operator/secrets.ts'
import { countOf } from '../../vocabulary/operator/shown.ts'
import { whenDone } from '../../vocabulary/operator/step.ts'
import type { KeysBeyondLimit } from './key-orders.ts'
import { driveKeys, type KeysTrace } from './keys.ts'
import { keyLasts } from './lasting-keys.ts'
import { accessRefusals } from './retry-until.ts'
import type { Arrived, KeyRotationTrace, Replaced, RotationMoment } from './rotation.ts'

const MOST = 2

/** Checks that an account has at most two integration keys, and rotates them without a gap (2.6, 5.rule.6, 5.rule.7, R36). */
export const integrationKeys: PlatformScenario = officeScenario<KeysTrace>({
  id: 'office/keys',
  title: 'Keys are rotated through the second slot, and one of the two always works',
  needs: [{ operator: 'create_key' }],
  exclusive: true,
  shows: ['status-wrong-key-refused', 'other-partners-key-refused', 'status-expired-token-401'],
  drive: driveKeys,
  claims: [
    officeClaim('integration-keys-are-at-most-two', ({ tooMany }) => all(tooMany.map(atMostTwo))),
    officeClaim('integration-key-is-shown-once', ({ tooMany, rotation }, { secrets }) => {
      const verdict = shownOnce(secrets, 'integration key')
      const isListed = tooMany.some(({ listed }) => listed.step.kind === 'done')
      const isShown = isListed || !('left' in rotation)
      return verdict.kind === 'passed' && !isShown
        ? cannotTell('nothing shows a key after its creation', 'operator.list_keys')
        : verdict
    }),
    officeClaim('key-rotation-has-its-steps', ({ rotation }) => ofRotation(rotation, withoutGap)),
    officeClaim('primary-key-works', ({ rotation }) => ofRotation(rotation, primaryWorks)),
    officeClaim('secondary-key-works', ({ rotation }) => ofRotation(rotation, secondaryWorks)),
    officeClaim('primary-key-works', ({ lasting }) => keyLasts(lasting, 'primary'), 'the next day'),
    officeClaim('secondary-key-works', ({ lasting }) => keyLasts(lasting, 'secondary'), 'the next day'),
    officeClaim('lost-secret-is-replaced', ({ rotation }, { secrets }) =>
      ofRotation(rotation, () => eachAnother(secrets, 'integration key')),
    ),
    officeClaim('replaced-key-stops-working', ({ rotation }) =>
      ofReplaced(rotation, (replaced) => all(replaced.map(isOver))),
    ),
    officeClaim('observe-replaced-key', ({ rotation }) =>
      ofReplaced(rotation, (replaced) => all(replaced.map(({ now }) => observedAnswer(now, 'at once')))),
    ),
  ],
})

function ofRotation(
  rotation: KeysTrace['rotation'],
  judge: (rotation: KeyRotationTrace) => Verdict,
): Verdict {
  return 'left' in rotation ? rotation.left : judge(rotation)
}

function ofReplaced(
  rotation: KeysTrace['rotation'],
  judge: (replaced: readonly Replaced[]) => Verdict,
): Verdict {
  return ofRotation(rotation, ({ replaced, second, primary }) =>
    replaced.length > 0
      ? judge(replaced)
      : whenDone(primary ?? second, () => cutOff('no key was seen after it was replaced')),
  )
}

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

const works = (read: { readonly exchange: Exchange } | undefined): readonly Verdict[] =>
  read === undefined ? [] : [statusClassIs(read.exchange, 2)]

/** Judges that a new key works, and that no operation with it gets a 401 or 403. The rest depends on the quote. */
const opensAll = ({ exchange, everywhere }: Arrived): readonly Verdict[] => [
  statusClassIs(exchange, 2),
  ...accessRefusals(everywhere).map((one) =>
    withAnswer(one, (answer) =>
      failed(finding(one, 'an answer other than 401 and 403', describe(answer), 'status')),
    ),
  ),
]

function primaryWorks({ moments, arrived }: KeyRotationTrace): Verdict {
  // Creating the secondary key must not affect the primary one.
  const reads = moments
    .filter(({ when }, place) => place === 0 || when.includes('second'))
    .flatMap((moment) => moment.reads.filter(({ key }) => key === 'first'))
  const come = arrived.filter(({ key }) => key === 'third' || key === 'fifth')
  return all([...reads.flatMap(works), ...come.flatMap(opensAll)])
}

function secondaryWorks({ moments, arrived, second }: KeyRotationTrace): Verdict {
  // Replacing the primary key must not affect the secondary one.
  const reads = moments
    .filter(({ when }) => when.includes('third'))
    .flatMap((moment) => moment.reads.filter(({ key }) => key === 'second'))
  const come = arrived.filter(({ key }) => key === 'second' || key === 'fourth')
  return whenDone(second, () => all([...come.flatMap(opensAll), ...reads.flatMap(works)]))
}

/** Judges that at every moment at least one of the valid keys works, and that each new key starts to work. */
function withoutGap({
  moments,
  arrived,
  second,
  primary,
  secondary,
  primaryAgain,
}: KeyRotationTrace): Verdict {
  const [begin] = moments
  if (begin === undefined || !begin.reads.some(({ exchange }) => succeeded(exchange)))
    return cutOff('the first key of the account did not work to begin with')
  const steps = [second, primary, secondary, primaryAgain].flatMap((step) => step ?? [])
  return all([
    ...moments.map(oneWorks),
    ...arrived.map(({ key, exchange }) => comesToWork(key, exchange)),
    ...steps.map((step) => whenDone(step, () => passed())),
  ])
}

function oneWorks({ when, reads }: RotationMoment): Verdict {
  if (reads.some(({ exchange }) => succeeded(exchange))) return passed()
  const [first] = reads
  if (first === undefined) return cutOff(`nothing was read ${when}`)
  return withAnswer(first.exchange, (answer) =>
    failed(finding(first.exchange, `a key that works ${when}`, describe(answer), 'status')),
  )
}

function comesToWork(key: string, exchange: Exchange): Verdict {
  return withAnswer(exchange, (answer) =>
    succeeded(exchange)
      ? passed()
      : failed(finding(exchange, `the ${key} key at work`, describe(answer), 'status')),
  )
}

/** Judges that a replaced key stops working within a day. Without a moved clock, only an earlier end can be seen. */
function isOver({ now, later }: Replaced): Verdict {
  if (later === undefined)
    return now.answer !== undefined && !succeeded(now)
      ? passed('it worked no longer right after its rotation')
      : cannotTell('a replaced key may work for a day', 'operator.advance_clock')
  const verdict = all(Object.values(later.old).map((one) => statusClassIsNot(one, 2)))
  const { status } = later.successor
  return verdict.kind === 'passed' && (status === undefined || !succeeded(status))
    ? cutOff('its successor did not work either')
    : verdict
}

import type { MadeKey } from '../../../../conformance/ports/platform.ts'
import type { OperationAnswers } from '../../vocabulary/access/each-operation.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
import type { OfficeStep } from '../../vocabulary/operator/step.ts'
import type { Reader } from './reader.ts'
import { accessRefusals, retryUntil } from './retry-until.ts'
import { sendDuring } from './send-during.ts'

/** Past the longest time for which a replaced key may work (R36). */
const OVER_A_DAY_MS = 25 * 3_600_000

interface Stage {
  readonly context: PlatformContext
  readonly office: Office
  readonly account: Account
  readonly reader: Reader
}

/**
 * Makes the secondary key, then replaces one slot after the other, while reads with both keys continue. Statements judge the reads.
 *
 * @param changed called after each change that leaves both slots full, with its description
 */
export async function driveRotation(
  { context, office, account, reader }: Stage,
  first: MadeKey,
  changed: (when: string, step: OfficeStep) => Promise<void>,
): Promise<void> {
  const { clock } = context
  const readWith = (...keys: readonly MadeKey[]) => Promise.all(keys.map((key) => reader.read(key)))
  /** Makes a key, and waits until it works. While another one is replaced, that may still work, and the other key must. */
  const makeAndAwait = async (make: () => ReturnType<Office['createKey']>, ...others: readonly MadeKey[]) => {
    const [{ step, key }] = await sendDuring(make, () => readWith(...others))
    if (key === undefined) return { step }
    await retryUntil(
      clock,
      () => readWith(key, ...others),
      ([own]) => own !== undefined && succeeded(own),
    )
    const isKnown = (answers: OperationAnswers) => accessRefusals(answers).length === 0
    await retryUntil(clock, () => reader.askEach(key), isKnown)
    // Keys that are none of the account's.
    for (const strange of ['wrong', 'primary'] as const) await reader.readWith(strange)
    return { step, key }
  }
  const rotate = (slot: 'primary' | 'secondary') => () => office.rotateKey(account, slot)

  await reader.read(first)
  const second = await makeAndAwait(() => office.createKey(account), first)
  if (second.key === undefined) return
  await changed('once there were two', second.step)
  const third = await makeAndAwait(rotate('primary'), second.key, first)
  if (third.key === undefined) return
  await changed('after the primary key was replaced', third.step)
  await reader.read(first)
  const fourth = await makeAndAwait(rotate('secondary'), third.key)
  if (fourth.key === undefined) return aDayLater([first], third.key)
  await changed('after the secondary key was replaced', fourth.step)
  const fifth = await makeAndAwait(rotate('primary'), fourth.key)
  await readWith(second.key, ...(fifth.key === undefined ? [] : [third.key]))
  await aDayLater(
    [first, second.key, ...(fifth.key === undefined ? [] : [third.key])],
    fifth.key ?? third.key,
    fourth.key,
  )
  if (clock.virtual) await changed('a day later', fourth.step)

  /** Uses replaced keys and their successors again a day later, on a moved clock only. */
  async function aDayLater(replaced: readonly MadeKey[], valid: MadeKey, ...more: readonly MadeKey[]) {
    if (!clock.virtual) return
    await clock.sleep(OVER_A_DAY_MS)
    // The first token has expired, and the first read with a new one shows that only the token was refused.
    await reader.read(valid)
    if (await reader.renew()) await reader.read(valid)
    for (const key of [...replaced, valid, ...more]) await reader.askEach(key)
  }
}

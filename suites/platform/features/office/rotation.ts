import type { MadeKey } from '../../../../conformance/ports/platform.ts'
import type { OperationAnswers } from '../../vocabulary/access/each-operation.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
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
 * @param changed called after each change that leaves both slots full
 */
export async function driveRotation(
  { context, office, account, reader }: Stage,
  first: MadeKey,
  changed: () => Promise<void>,
): Promise<void> {
  const { clock } = context
  const readWith = (...keys: readonly MadeKey[]) => Promise.all(keys.map((key) => reader.read(key)))
  /** Makes a key, and waits until it works. While another one is replaced, that may still work, and the other key must. */
  const makeAndAwait = async (make: () => ReturnType<Office['createKey']>, ...others: readonly MadeKey[]) => {
    const [{ key }] = await sendDuring(make, () => readWith(...others))
    if (key === undefined) return undefined
    await retryUntil(
      clock,
      () => readWith(key, ...others),
      ([own]) => own !== undefined && succeeded(own),
    )
    const isKnown = (answers: OperationAnswers) => accessRefusals(answers).length === 0
    await retryUntil(clock, () => reader.askEach(key), isKnown)
    // Keys that are none of the account's.
    for (const strange of ['wrong', 'primary'] as const) await reader.readWith(strange)
    return key
  }
  const rotate = (slot: 'primary' | 'secondary') => () => office.rotateKey(account, slot)

  await reader.read(first)
  const second = await makeAndAwait(() => office.createKey(account), first)
  if (second === undefined) return
  await changed()
  const third = await makeAndAwait(rotate('primary'), second, first)
  if (third === undefined) return
  await changed()
  await reader.read(first)
  const fourth = await makeAndAwait(rotate('secondary'), third)
  if (fourth === undefined) return aDayLater([first], third)
  await changed()
  const fifth = await makeAndAwait(rotate('primary'), fourth)
  await readWith(second, ...(fifth === undefined ? [] : [third]))
  await aDayLater([first, second, ...(fifth === undefined ? [] : [third])], fifth ?? third, fourth)
  if (clock.virtual) await changed()

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

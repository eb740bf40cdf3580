import type { Exchange } from '../../../../conformance/exchange.ts'
import type { OperationAnswers } from '../../vocabulary/access/each-operation.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import type { Account, Office } from '../../vocabulary/operator/office.ts'
import type { OfficeStep } from '../../vocabulary/operator/step.ts'
import type { KeyInUse, Reader } from './reader.ts'
import { accessRefusals, retryUntil } from './retry-until.ts'
import { sendDuring } from './send-during.ts'

/** One moment: a read with each key that should work then. */
export interface RotationMoment {
  readonly when: string
  readonly reads: readonly { readonly key: string; readonly exchange: Exchange }[]
}

/** A new key: the last read while waiting for it to work, and each operation with it. */
export interface Arrived {
  readonly key: string
  readonly exchange: Exchange
  readonly everywhere: OperationAnswers
}

/** A replaced key: a read with it soon after, and each operation with it and its successor a day later. */
export interface Replaced {
  readonly now: Exchange
  readonly later?: { readonly old: OperationAnswers; readonly successor: OperationAnswers }
}

export interface KeyRotationTrace {
  readonly moments: readonly RotationMoment[]
  /** Each new key, after the time in which it must have become effective. */
  readonly arrived: readonly Arrived[]
  readonly replaced: readonly Replaced[]
  /** The creation of the secondary key, and the replacement of each of the two. */
  readonly second: OfficeStep
  readonly primary?: OfficeStep
  readonly secondary?: OfficeStep
  /** The second replacement of the primary key. */
  readonly primaryAgain?: OfficeStep
}

/** Past the longest time for which a replaced key may work (R36). */
const OVER_A_DAY_MS = 25 * 3_600_000

interface Stage {
  readonly context: PlatformContext
  readonly office: Office
  readonly account: Account
  readonly reader: Reader
}

/**
 * Makes the secondary key, then replaces one slot after the other, while reads with both keys continue.
 *
 * @param changed called after each change that leaves both slots full, with its description
 */
export async function driveRotation(
  stage: Stage,
  first: KeyInUse,
  changed: (when: string, step: OfficeStep) => Promise<void>,
): Promise<KeyRotationTrace> {
  const { office, account, reader } = stage
  const moments: RotationMoment[] = []
  const arrived: Arrived[] = []
  const snapshot =
    (when: string, key: KeyInUse, ...others: readonly KeyInUse[]) =>
    async () => {
      const read = async (one: KeyInUse) => ({ key: one.name, exchange: await reader.read(one) })
      const reads = await Promise.all([read(key), ...others.map(read)] as const)
      moments.push({ when, reads })
      return reads
    }
  /** Makes a key, and waits until it works. */
  const makeAndAwait = async (name: string, other: KeyInUse, make: () => ReturnType<Office['createKey']>) => {
    // While the primary key is replaced, it may still work; the other key must work.
    const also = name === 'third' ? [first] : []
    const [{ step, key }] = await sendDuring(make, snapshot(`while the ${name} key is made`, other, ...also))
    if (key === undefined) return { step }
    const made = { name, text: key }
    const read = async () => {
      const [own] = await snapshot(`with the ${name} key`, made, other)()
      return own.exchange
    }
    const { clock } = stage.context
    const exchange = await retryUntil(clock, read, succeeded)
    const isKnown = (answers: OperationAnswers) => accessRefusals(answers).length === 0
    const everywhere = await retryUntil(clock, () => reader.askEach(made), isKnown)
    arrived.push({ key: name, exchange, everywhere })
    // Keys that are none of the account's.
    for (const strange of ['wrong', 'primary'] as const) await reader.readWith(strange)
    return { step, made }
  }

  await snapshot('with the first key', first)()
  const second = await makeAndAwait('second', first, () => office.createKey(account))
  if (second.made === undefined) return { moments, arrived, replaced: [], second: second.step }
  await changed('once there were two', second.step)
  const third = await makeAndAwait('third', second.made, () => office.rotateKey(account, 'primary'))
  if (third.made === undefined)
    return { moments, arrived, replaced: [], second: second.step, primary: third.step }
  await changed('after the primary key was replaced', third.step)
  const oldPrimary = await reader.read(first)
  const fourth = await makeAndAwait('fourth', third.made, () => office.rotateKey(account, 'secondary'))
  if (fourth.made !== undefined) await changed('after the secondary key was replaced', fourth.step)
  const fifth =
    fourth.made === undefined
      ? undefined
      : await makeAndAwait('fifth', fourth.made, () => office.rotateKey(account, 'primary'))
  const steps = {
    second: second.step,
    primary: third.step,
    secondary: fourth.step,
    ...(fifth !== undefined && { primaryAgain: fifth.step }),
  }
  const pairs = [
    { old: first, successor: fifth?.made ?? third.made, now: oldPrimary },
    ...(fourth.made === undefined
      ? []
      : [{ old: second.made, successor: fourth.made, now: await reader.read(second.made) }]),
    ...(fifth?.made === undefined
      ? []
      : [{ old: third.made, successor: fifth.made, now: await reader.read(third.made) }]),
  ]
  const later = await aDayLater(stage, pairs)
  if (stage.context.clock.virtual && fourth.made !== undefined) await changed('a day later', fourth.step)
  return { moments, arrived, ...steps, ...later }
}

/** Uses replaced keys and their successors again a day later, on a moved clock only. */
async function aDayLater(
  { context: { clock }, reader }: Stage,
  pairs: readonly { readonly old: KeyInUse; readonly successor: KeyInUse; readonly now: Exchange }[],
): Promise<Pick<KeyRotationTrace, 'replaced'>> {
  const valid = pairs[0]?.successor
  if (!clock.virtual || valid === undefined) return { replaced: pairs.map(({ now }) => ({ now })) }
  await clock.sleep(OVER_A_DAY_MS)
  // The first token has expired, and the first read with a new one shows that only the token was refused.
  await reader.read(valid)
  if (await reader.renew()) await reader.read(valid)
  const replaced = await Promise.all(
    pairs.map(async (pair) => ({
      now: pair.now,
      later: { old: await reader.askEach(pair.old), successor: await reader.askEach(pair.successor) },
    })),
  )
  return { replaced }
}

import { CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { ReceiverContext } from '../context.ts'
import { limitText } from '../pace/rate.ts'

/**
 * Thrown for what the suite leaves out by itself, since a receiver need not bear it or others show the same. No key of the profile
 * would help, and the run is complete.
 */
export class LeftOut extends CannotTell {
  override get verdict(): Verdict {
    return cannotTell(this.message)
  }
}

/** Why the run has no time for a receiver, in words that can follow "since". */
export async function slownessOf({ rate }: Pick<ReceiverContext, 'rate'>): Promise<string> {
  const { limit } = await rate()
  return limit === undefined ? 'the receiver is slow' : `the receiver limits its rate: ${limitText(limit)}`
}

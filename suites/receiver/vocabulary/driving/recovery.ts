import type { ReceiverContext } from '../context.ts'
import { effectsSettled } from '../effects/settled.ts'
import { LeftOut } from './left-out.ts'

/** Longest wait for the end of a load's backlog. */
const LONGEST_MS = 30_000

const backlog = ({ once }: Pick<ReceiverContext, 'once'>) =>
  once('backlog of a load', async () => ({ isLeft: false }))

/** Waits after a load until the receiver answers about as fast as before it. */
export async function recoverFromLoad(context: ReceiverContext): Promise<void> {
  const left = await backlog(context)
  left.isLeft = !(await effectsSettled(context, LONGEST_MS))
}

/**
 * Checks that no earlier load has left a backlog.
 * @throws CannotTell where one did: the answer to a delivery then says nothing about the delivery
 */
export async function answersPromptly(context: ReceiverContext): Promise<void> {
  const { isLeft } = await backlog(context)
  if (isLeft)
    throw new LeftOut(
      `the receiver answered no delivery promptly within ${LONGEST_MS / 1000} s after the load`,
    )
}

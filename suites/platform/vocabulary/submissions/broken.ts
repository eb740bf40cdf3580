import type { BreakOfRequirement } from '../../../../generators/breaks.ts'
import type { Submission } from '../../../../generators/submission.ts'
import type { InvalidAttempt } from '../judge/refusals.ts'
import type { Api } from '../quotes/api.ts'

/**
 * Submits what is broken in each of some ways. All are sent at once: no submission concerns another one.
 *
 * @param valid makes the submission that is broken
 */
export const submitBroken = (
  api: Api,
  breaks: readonly BreakOfRequirement[],
  valid: () => Submission,
): Promise<readonly InvalidAttempt[]> =>
  Promise.all(
    breaks.map(async ({ apply, ...one }) => ({ ...one, exchange: await api.submit(apply(valid())) })),
  )

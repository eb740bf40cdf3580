import type { OperatorPort } from '../../../../conformance/ports/operator.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'

/** Work that an operator can hold so that a transient state lasts. */
export const HELD_BY: Partial<Record<QuoteState, 'rating' | 'issue'>> = { pending: 'rating', bound: 'issue' }

/**
 * Does something while the operator keeps a kind of work from going on, and lets it go on afterwards whatever happened.
 * Where the profile has no such action it is simply done: states that pass quickly may then be missed.
 */
export async function whileHeld<T>(
  operator: OperatorPort,
  work: 'rating' | 'issue',
  action: () => Promise<T>,
): Promise<T> {
  if (!canHold(operator, work)) return action()
  await operator.perform(`hold_${work}`)
  try {
    return await action()
  } finally {
    await operator.perform(`release_${work}`)
  }
}

export function canHold(operator: OperatorPort, work: 'rating' | 'issue'): boolean {
  return operator.can(`hold_${work}`) && operator.can(`release_${work}`)
}

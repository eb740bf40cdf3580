import type { OperatorPort } from '../../../../conformance/ports/operator.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'

/** For each transient state, the work that an operator can hold to make it last. */
export const HELD_BY: Partial<Record<QuoteState, 'rating' | 'issue'>> = { pending: 'rating', bound: 'issue' }

/**
 * Runs an action while the operator holds a kind of work, and always releases the work afterwards.
 * Where the profile has no such operator action, it runs without a hold; short-lived states may then be missed.
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

import type { PlatformContext } from '../vocabulary/context.ts'
import { presentStateOf } from '../vocabulary/quotes/record.ts'
import type { JourneyTrace } from './trace.ts'

/** Longer than answers are usually cached. */
const LATER_MS = 20 * 60_000
/** Only whether an event comes is judged then, and not its time. */
const STEP_MS = 2000

/** Binds issued quotes of the own partner once more, long afterwards, on a moved clock only. Statements judge its effects (R16). */
export async function bindLater(
  { api, clock, webhooks, facts, spec }: PlatformContext,
  cases: readonly { readonly seen: Pick<JourneyTrace, 'quotes' | 'steps'> }[],
): Promise<void> {
  const issued = cases.flatMap(({ seen: { quotes, steps } }) =>
    steps.flatMap(({ action, quote, after }) => {
      const one = quotes[quote]
      const isIssued = presentStateOf(after, spec.lifecycle) === 'issued'
      return action === 'end' && isIssued && one !== undefined && one.partner !== 'other' ? [one] : []
    }),
  )
  if (!clock.virtual || issued.length === 0) return
  await clock.sleep(LATER_MS)
  await Promise.all(issued.map(({ id }) => api.bind(id)))
  await webhooks.watch(Math.max(facts.timing.rating, facts.timing.issue), STEP_MS)
}

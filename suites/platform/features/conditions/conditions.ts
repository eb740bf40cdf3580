import type { PlatformNeed } from '../../../../conformance/ports/platform-needs.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  bindAndIssue,
  SHOWN_AT_BIND_AND_ISSUE,
  waitUntilReady,
} from '../../vocabulary/documents/bind-and-issue.ts'
import { type Download, openingClaims } from '../../vocabulary/documents/rows.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/**
 * A circumstance that must not change the course of a quote. It needs two quotes of one insured that are ready at
 * the same time, or longer than a token lives, which journeys do not have. All others are in `generators/journeys/circumstances.ts`.
 */
interface Condition {
  readonly id: string
  readonly title: string
  readonly needs?: readonly PlatformNeed[]
  /** True where it affects every request to the target, so that nothing else may run. */
  readonly exclusive?: true
  drive(context: PlatformContext): Promise<readonly Download[]>
}

const DAY_MS = 24 * 3_600_000

/** The profile key of the recipe for an ordinary quote that becomes ready to bind. */
const KEY = 'outcomes.ready_to_bind'

const CONDITIONS: readonly Condition[] = [
  {
    id: 'same-insured',
    title: 'A quote of an insured who has another one for the same day',
    async drive(context) {
      const { api, quotes } = context
      const first = await quotes.create()
      await waitUntilReady(context, first.id, KEY)
      const { insured_name } = first.submission
      const id = quoteIdOf(await api.submit({ ...quotes.submission(), insured_name }))
      if (id === undefined || id === first.id) return bindAndIssue(context, first.id)
      await waitUntilReady(context, id, KEY)
      return [...(await bindAndIssue(context, first.id)), ...(await bindAndIssue(context, id))]
    },
  },
  {
    id: 'updated-a-day-later',
    title: 'A quote whose contact was changed on the next day',
    needs: [{ operator: 'advance_clock' }],
    exclusive: true,
    async drive(context) {
      const { api, clock, quotes } = context
      const quote = await quotes.create()
      await waitUntilReady(context, quote.id, KEY)
      await clock.sleep(DAY_MS)
      // The quote may have changed meanwhile: its effective date may be past.
      await waitUntilReady(context, quote.id, KEY)
      if (!succeeded(await api.update(quote.id, updatesFor(quote).insured_contact))) return []
      // A re-rating is only queued, and may begin a moment after the answer.
      await quotes.stays(quote.id)
      await waitUntilReady(context, quote.id, KEY)
      return bindAndIssue(context, quote.id)
    },
  },
]

/** One scenario for each condition: each repeats the whole course of a quote, since a statement may fail only there. */
export const conditionScenarios: readonly PlatformScenario[] = CONDITIONS.map(
  ({ id, title, needs = [], exclusive, drive }) =>
    scenario<readonly Download[]>({
      id: `conditions/${id}`,
      title: `${title} is documented, bound and issued as usual`,
      ...{ needs, drive, ...(exclusive && { exclusive }) },
      shows: SHOWN_AT_BIND_AND_ISSUE,
      claims: openingClaims((downloads) => downloads),
    }),
)

import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  bindAndIssue,
  SHOWN_AT_BIND_AND_ISSUE,
  waitUntilReady,
} from '../../vocabulary/documents/bind-and-issue.ts'
import { type Download, openingClaims } from '../../vocabulary/documents/rows.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

const DAY_MS = 24 * 3_600_000

/** The profile key of the recipe for an ordinary quote that becomes ready to bind. */
const KEY = 'outcomes.ready_to_bind'

/** Updates a quote later than a token lives, which journeys do not do. Statements judge its documents and its bind. */
export const updatedADayLater: PlatformScenario = scenario<readonly Download[]>({
  id: 'update/a-day-later',
  title: 'A quote whose contact was changed on the next day is documented, bound and issued as usual',
  needs: [{ operator: 'advance_clock' }],
  exclusive: true,
  shows: SHOWN_AT_BIND_AND_ISSUE,
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
  claims: openingClaims((downloads) => downloads),
})

import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  bindAndIssue,
  SHOWN_AT_BIND_AND_ISSUE,
  waitUntilReady,
} from '../../vocabulary/documents/bind-and-issue.ts'
import { type Download, openingClaims } from '../../vocabulary/documents/rows.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'

/** The profile key of the recipe for an ordinary quote that becomes ready to bind. */
const KEY = 'outcomes.ready_to_bind'

/** Binds two quotes of one insured that are ready at the same time, which journeys do not have. Statements judge both. */
export const bindSameInsured: PlatformScenario = scenario<readonly Download[]>({
  id: 'bind/same-insured',
  title:
    'A quote of an insured who has another one for the same day is documented, bound and issued as usual',
  shows: SHOWN_AT_BIND_AND_ISSUE,
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
  claims: openingClaims((downloads) => downloads),
})

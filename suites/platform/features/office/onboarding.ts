import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { CannotTell, cannotTell, observed } from '../../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { bindAndIssue, SHOWN_AT_BIND_AND_ISSUE } from '../../vocabulary/documents/bind-and-issue.ts'
import { type Download, openingClaims } from '../../vocabulary/documents/rows.ts'
import { describe } from '../../vocabulary/judge/answer.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import { type OfficeStep, whenDone } from '../../vocabulary/operator/step.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { ofNewBroker } from '../../vocabulary/submissions/in-forms.ts'

interface Trace {
  readonly onboarded: OfficeStep
  readonly afterwards: PolledState
  /** Its documents, where it was ready to bind afterwards. */
  readonly downloads: readonly Download[]
}

/**
 * Onboards the broker of a quote in `approved_rate`; what that does to the quote is open (3, R10). If it is ready to bind
 * afterwards, all that is stated about a ready quote holds.
 */
export const onboarding: PlatformScenario = scenario<Trace>({
  id: 'office/onboarding',
  title: 'The effect of onboarding the broker of a quote',
  needs: [{ operator: 'onboard_broker' }, { outcome: 'approved_rate' }],
  shows: SHOWN_AT_BIND_AND_ISSUE,
  async drive(context) {
    const { api, quotes, operator, unique } = context
    const submission = ofNewBroker(quotes.submission('approved_rate'), unique())
    const { broker_email } = submission
    const id = quoteIdOf(await api.submit(submission))
    const state = id === undefined ? undefined : (await quotes.settle(id)).state
    // The recipe's own broker is never onboarded: then no submission would lead to this state any more.
    if (id === undefined || state !== 'approved_rate')
      throw new CannotTell('only the broker of the recipe is not onboarded', 'outcomes.approved_rate')
    const others = await othersBefore(context, broker_email)
    const { step: onboarded } = await tryAction(operator, 'onboard_broker', { broker_email })
    const afterwards = await quotes.stays(id)
    for (const other of others) await api.status(other)
    const isReady = afterwards.state === 'ready_to_bind'
    const downloads = isReady ? await bindAndIssue(context, id) : []
    if (!isReady) await api.bind(id)
    return { onboarded, afterwards, downloads }
  },
  claims: [
    claim('onboarding-of-the-broker', ({ onboarded, afterwards: { state } }, { exchanges }) =>
      whenDone(onboarded, () => {
        const answer = exchanges.find(({ operation }) => operation === 'bind')?.answer
        if (answer === undefined) return cannotTell('the bind was not answered')
        const said = answer.status === 202 ? 'accepted' : describe(answer)
        return observed(`the quote is ${state ?? 'nowhere'} afterwards, and its bind is ${said}`)
      }),
    ),
    ...openingClaims<Trace>(({ downloads }) => downloads),
  ],
})

/**
 * Brings quotes of a broker to other states before its onboarding. The standing claims judge that those states do not change
 * illegally.
 *
 * @returns their ids; empty where the profile has no such outcomes, or the submissions make no quote
 */
async function othersBefore(
  { api, quotes, operator, facts, unique }: PlatformContext,
  broker_email: unknown,
): Promise<readonly string[]> {
  const others: string[] = []
  for (const outcome of ['underwriter_review', 'failed']) {
    if (!(outcome in facts.outcomes)) continue
    const recipe = mergePatch(facts.outcomes[outcome], { broker_email })
    const id = quoteIdOf(await api.submit(uniqueSubmission(facts.submission, recipe, unique())))
    if (id === undefined) continue
    const { state } = await quotes.settle(id)
    if (state === 'underwriter_review' && operator.can('review_decline')) {
      await tryAction(operator, 'review_decline', { quote_id: id })
      await quotes.follow(id, (seen) => seen !== state, facts.timing.rating)
    }
    others.push(id)
  }
  return others
}

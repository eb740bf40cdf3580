import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { CannotTell, cannotTell, observed } from '../../../../conformance/verdict.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type BindAndIssue,
  bindAndIssue,
  bindAndIssueClaims,
  SHOWN_AT_BIND_AND_ISSUE,
} from '../../vocabulary/documents/bind-and-issue.ts'
import { describe } from '../../vocabulary/judge/answer.ts'
import { tryAction } from '../../vocabulary/operator/act.ts'
import { type OfficeStep, whenDone } from '../../vocabulary/operator/step.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { ofNewBroker } from '../../vocabulary/submissions/in-forms.ts'

interface Trace {
  readonly onboarded: OfficeStep
  readonly afterwards: PolledState
  /** A bind of the quote after its broker was onboarded. */
  readonly bind: Exchange
  /** Its further course, where it was ready to bind afterwards. */
  readonly course?: BindAndIssue
}

/**
 * Onboards the broker of a quote in `approved_rate`; what that does to the quote is open (3, R10). If it is ready to bind
 * afterwards, all claims on a ready quote hold.
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
    if (afterwards.state !== 'ready_to_bind') return { onboarded, afterwards, bind: await api.bind(id) }
    const then = await bindAndIssue(context, id)
    return { onboarded, afterwards, bind: then.bind, course: then }
  },
  claims: [
    claim('onboarding-of-the-broker', ({ onboarded, afterwards: { state }, bind }) =>
      whenDone(onboarded, () => {
        const { answer } = bind
        if (answer === undefined) return cannotTell('the bind was not answered')
        const said = answer.status === 202 ? 'accepted' : describe(answer)
        return observed(`the quote is ${state ?? 'nowhere'} afterwards, and its bind is ${said}`)
      }),
    ),
    ...bindAndIssueClaims<Trace>(
      (trace) => trace.course,
      cannotTell('onboarding made no quote ready to bind'),
    ),
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

import type { Exchange } from '../../../../conformance/exchange.ts'
import { mergePatch } from '../../../../conformance/json/merge-patch.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'
import type { Facts } from '../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { uniqueSubmission } from '../../../../generators/submission.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { RETENTION } from '../../ledger/rates.ts'
import { raiseIsExplained } from '../../statements/raises.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, withAnswer } from '../../vocabulary/judge/answer.ts'
import { at } from '../../vocabulary/judge/json.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { isPromised } from '../../vocabulary/quotes/promise.ts'
import { amountOf, quoteIdOf, recordOf } from '../../vocabulary/quotes/record.ts'
import { namesAmount, readNote } from '../../vocabulary/submissions/raise-note.ts'
import { isTurnedAway } from '../../vocabulary/submissions/turned-away.ts'

interface Trace {
  readonly submission: Submission
  readonly answer: Exchange
  /** State of the quote at the end, when the answer named one. */
  readonly settled?: PolledState
  /** True when the user's profile says that the retention is raised, not a guess of the suite. */
  readonly promised: boolean
  /** The amount to which the recipe alone is raised; absent where it was not looked for. */
  readonly minimum?: number
}

/** Checks that retentions below the minimum are rated at it, and that the message says so (8, R9). */
export const raisedRetentions: readonly PlatformScenario[] = [
  scenario<Trace>({
    id: 'submit/retention-raised',
    title: 'A retention below the minimum is raised, and the message says so',
    needs: [{ outcome: 'retention_raised' }],
    drive: (context) =>
      submitted(
        context,
        context.quotes.submission('retention_raised'),
        isPromised(context.facts, 'retention_raised'),
      ),
    claims: [claim('retention-below-minimum-is-raised', raised), raiseIsExplained()],
  }),
  scenario<Trace>({
    id: 'submit/retention-raised-in-approved-rate',
    title: 'A retention below the minimum is raised for a broker who is not onboarded, too',
    needs: [{ outcome: 'retention_raised' }, { outcome: 'approved_rate' }],
    drive: (context) => submitted(context, togetherWith(context, 'approved_rate'), false),
    claims: [claim('retention-below-minimum-is-raised', raised), raiseIsExplained()],
  }),
  scenario<Trace>({
    id: 'submit/retention-raised-after-review',
    title: 'A retention below the minimum is raised where a review approves the quote, too',
    needs: [
      { outcome: 'retention_raised' },
      { outcome: 'underwriter_review' },
      { operator: 'review_approve' },
    ],
    async drive(context) {
      const usual = await submitted(context, context.quotes.submission('retention_raised'), false)
      const trace = await submitted(context, togetherWith(context, 'underwriter_review'), false, approved)
      const minimum = ratedOf(usual)
      return { ...trace, ...(minimum !== undefined && { minimum }) }
    },
    claims: [
      claim('retention-below-minimum-is-raised', raised),
      claim('retention-below-minimum-is-raised', staysAsAnnounced, 'as it was announced before the review'),
      raiseIsExplained(),
    ],
  }),
  scenario<readonly Trace[]>({
    id: 'submit/retention-raised-of-large-companies',
    title: 'A retention below the minimum is raised for companies of any size, and the message says so',
    needs: [{ outcome: 'retention_raised' }],
    async drive(context) {
      const traces: Trace[] = []
      for (const revenue of REVENUES)
        traces.push(
          await submitted(context, { ...context.quotes.submission('retention_raised'), revenue }, false),
        )
      return traces
    },
    claims: [
      claim('retention-below-minimum-is-raised', (traces) => all(traces.map(raised))),
      raiseIsExplained(),
    ],
  }),
]

/** Revenues in dollars. Minimums are often higher for larger companies, but the target need not quote them all. */
const REVENUES = [1_000_000, 15_000_000, 60_000_000, 300_000_000]

/** Combines two recipes; the profile does not promise the outcome. */
function togetherWith(
  { facts, unique }: PlatformContext,
  outcome: 'approved_rate' | 'underwriter_review',
): Submission {
  const recipe = mergePatch(facts.outcomes[outcome], facts.outcomes.retention_raised)
  return uniqueSubmission(facts.submission, recipe, unique())
}

/** Approves a quote that is under review, and waits for the end of the review. */
async function approved({ quotes, operator }: PlatformContext, id: string): Promise<void> {
  if ((await quotes.settle(id)).state !== 'underwriter_review') return
  await operator.perform('review_approve', { quote_id: id })
  await quotes.reviewed(id)
}

async function submitted(
  context: PlatformContext,
  submission: Submission,
  promised: boolean,
  before?: (context: PlatformContext, id: string) => Promise<void>,
): Promise<Trace> {
  const { api, quotes } = context
  const answer = await api.submit(submission)
  const id = quoteIdOf(answer)
  const trace = { submission, answer, promised }
  if (id === undefined) return trace
  await before?.(context, id)
  return {
    ...trace,
    settled: await readNote(context, { id, submission, answer, settled: await quotes.settle(id) }),
  }
}

const ratedOf = ({ settled }: Trace): number | undefined =>
  settled && amountOf(at(recordOf(settled.last), RETENTION))

/** Judges that a review keeps a raise that the quote's message named: readers rely on it. */
function staysAsAnnounced(trace: Trace, { exchanges }: Facts<Spec>): Verdict {
  const { answer, submission, settled, minimum } = trace
  const [rated, asked, id] = [ratedOf(trace), amountOf(submission.retention), quoteIdOf(answer)]
  if (settled === undefined || rated === undefined || asked === undefined || minimum === undefined)
    return cannotTell('the quote was not rated', 'outcomes.retention_raised')
  const announced = exchanges.find((exchange) => {
    const record = recordOf(exchange)
    return record?.quote_id === id && namesAmount(plainText(record?.message), minimum)
  })
  if (announced === undefined) return cannotTell('no message announced a raise')
  if (rated > asked) return passed()
  const expected = `more than the submitted ${asked}, as the message of the quote said before`
  return failed(finding(settled.last, expected, String(rated), `/data${RETENTION}`))
}

function raised({ submission, answer, settled, promised }: Trace): Verdict {
  if (isTurnedAway(answer)) return cutOff('the credentials were refused')
  if (settled === undefined)
    return withAnswer(answer, (seen) =>
      promised
        ? failed(finding(answer, 'a quote rated at the minimum retention', describe(seen), 'status'))
        : cannotTell(`the submission made no quote: ${describe(seen)}`, 'outcomes.retention_raised'),
    )
  const submitted = amountOf(submission.retention)
  const rated = amountOf(at(recordOf(settled.last), RETENTION))
  if (submitted === undefined || rated === undefined)
    return cannotTell('the quote was not rated', 'outcomes.retention_raised')
  if (rated <= submitted && !promised)
    return cannotTell('the retention was not raised here, and need not be', 'outcomes.retention_raised')
  return rated > submitted
    ? passed()
    : failed(
        finding(settled.last, `more than the submitted ${submitted}`, String(rated), `/data${RETENTION}`),
      )
}

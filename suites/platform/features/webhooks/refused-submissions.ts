import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Submission } from '../../../../generators/submission.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { about, eventIdOf, isMarked, marksOf, typeOf } from '../../vocabulary/events/event.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quote.ts'

interface Attempt {
  /** Name and email of its customer, as far as they are unique: the recipe may set both. */
  readonly marks: readonly string[]
  readonly answer: Exchange
}

interface Trace {
  readonly attempts: readonly Attempt[]
  /** Submitted last, with the right credentials. */
  readonly served: SubmittedQuote
  readonly arrivals: readonly Arrival[]
  /** How long the suite waited after the event of the served quote, in milliseconds. */
  readonly waitedMs: number
}

const WRONG: readonly CredentialsChoice[] = [
  { token: 'none' },
  { token: 'garbled' },
  { token: 'tampered' },
  { key: 'none' },
  { key: 'wrong' },
  { key: 'tampered' },
]

/** Checks that a submission refused for its credentials causes no event (5, R21). */
export const refusedSubmissions: PlatformScenario = scenario<Trace>({
  id: 'webhooks/refused-submissions',
  title: 'A submission with refused credentials causes no event',
  needs: [{ offers: 'webhooks' }],
  async drive({ api, quotes, webhooks, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    const attempts: Attempt[] = []
    for (const credentials of WRONG) {
      const submission = quotes.submission()
      const answer = await api.submit(submission, { credentials })
      attempts.push({ marks: ownMarks(submission, quotes.submission()), answer })
    }
    const served = await quotes.create('ready_to_bind')
    const { rating, deliverySlack: waitedMs } = facts.timing
    const isAnnounced = () => about(served, 'quote.created', endpoint.arrivals()).length > 0
    await webhooks.until(isAnnounced, rating + waitedMs)
    const isAnyAnnounced = () =>
      attempts.some(({ marks }) => createdOf(marks, endpoint.arrivals()).length > 0)
    await webhooks.until(isAnyAnnounced, waitedMs)
    return { attempts, served, arrivals: endpoint.arrivals(), waitedMs }
  },
  claims: [claim('refused-submit-changes-nothing', notAnnounced)],
})

/** The texts of a submission that another one by the same recipe does not have. */
function ownMarks(submission: Submission, another: Submission): readonly string[] {
  const shared = marksOf(another)
  return marksOf(submission).filter((mark) => !shared.includes(mark))
}

/** Finds the events of a submission by its customer: a refused submission has no known quote id (6.payload). */
const createdOf = (marks: readonly string[], arrivals: readonly Arrival[]): readonly Arrival[] =>
  arrivals.filter((arrival) => typeOf(arrival) === 'quote.created' && isMarked(arrival, marks))

function notAnnounced({ attempts, served, arrivals, waitedMs }: Trace): Verdict {
  // Where the version requires no key, a submission without one is accepted.
  const refused = attempts.filter(({ answer }) => answer.answer !== undefined && !succeeded(answer))
  if (refused.length === 0) return cannotTell('no submission was refused')
  if (refused.some(({ marks }) => marks.length === 0))
    return cannotTell('all submissions name the same customer', 'outcomes.ready_to_bind')
  const announced = refused.flatMap(({ marks, answer }) =>
    createdOf(marks, arrivals).map((arrival) => ({ answer, arrival })),
  )
  if (announced.length > 0)
    return failed(
      ...announced.map(({ answer, arrival }) => ({
        expected: `no quote.created for the submission of ${answer.id}, which was answered ${answer.answer?.status}`,
        observed: `event ${eventIdOf(arrival)} names its customer`,
      })),
    )
  return about(served, 'quote.created', arrivals).length > 0
    ? passed(`watched for ${Math.round(waitedMs)} ms after the event of a later quote`)
    : cutOff('no event of a quote that was served arrived')
}

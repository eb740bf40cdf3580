import type { Exchange } from '../../../conformance/exchange.ts'
import { type Submission, uniqueSubmission } from '../../../generators/submission.ts'
import type { PlatformContext } from '../../../suites/platform/vocabulary/context.ts'
import { at, jsonOf } from '../../../suites/platform/vocabulary/judge/json.ts'
import { amountOf, quoteIdOf, recordOf, stateOf } from '../../../suites/platform/vocabulary/quotes/record.ts'

/** The outcome of a submission: a state, a raised retention, or the kind of refusal. */
export interface Find {
  readonly patch: Readonly<Submission>
  /**
   * `ready_to_bind`, `declined`, `retention_raised`...; `refused` for an invalid submission, `unsettled` for one that stayed
   * `pending`.
   */
  readonly outcome: string
}

/** Sends submissions and finds their outcomes, with as few requests as possible. */
export interface OutcomeProbe {
  /** Tries several at once, since the platform rates them side by side. */
  try(patches: readonly Readonly<Submission>[]): Promise<readonly Find[]>
}

/** Most status reads of one quote. */
const MOST_READS = 10

/** @param left how many more requests may be sent, not counting those under way */
export function probeOn({ api, clock, facts, unique }: PlatformContext, left: () => number): OutcomeProbe {
  /** How long a rating takes, as far as it is known. No status is read before that. */
  let ratingMs = 0
  let underWay = 0
  /** Requests needed to move the clock by one wait; 0 where the suite really waits. */
  let moving = 0

  /** Sends a request while the bound allows one more. */
  async function within(send: () => Promise<Exchange>): Promise<Exchange | undefined> {
    if (left() - underWay <= 0) return undefined
    underWay += 1
    try {
      return await send()
    } finally {
      underWay -= 1
    }
  }

  const settled = (exchange: Exchange) => {
    const state = stateOf(exchange)
    return state !== undefined && state !== 'pending'
  }

  async function settle(answers: (Exchange | undefined)[]): Promise<void> {
    const start = clock.now()
    for (let reads = 0; reads < MOST_READS; reads++) {
      const waiting = answers.flatMap((answer, index) => {
        const id = answer && quoteIdOf(answer)
        return answer === undefined || id === undefined || settled(answer) ? [] : [{ index, id }]
      })
      const before = left()
      if (waiting.length === 0 || before <= moving || clock.now() - start > facts.timing.rating) return
      await clock.sleep(Math.max(facts.timing.pollInterval, ratingMs - (clock.now() - start)))
      moving = Math.max(moving, before - left())
      // Raised only where the known time was too short: otherwise each wait would add its own delays to the next.
      if (reads > 0) ratingMs = Math.max(ratingMs, clock.now() - start)
      await Promise.all(
        waiting.map(async ({ index, id }) => {
          const read = await within(() => api.status(id))
          // A read without a state leaves the quote's last known answer in place.
          if (read !== undefined && stateOf(read) !== undefined) answers[index] = read
        }),
      )
    }
  }

  return {
    async try(patches) {
      const sent = patches.map((patch) => ({
        patch,
        submission: uniqueSubmission(facts.submission, patch, unique()),
      }))
      const answers = await Promise.all(sent.map(({ submission }) => within(() => api.submit(submission))))
      await settle(answers)
      return sent.map(({ patch, submission }, index) => ({
        patch,
        outcome: submissionOutcome(answers[index], submission),
      }))
    },
  }
}

/** The outcome that an answer about a quote shows; `unsettled` while there is none. */
export function submissionOutcome(answer: Exchange | undefined, submission: Submission): string {
  if (answer === undefined) return 'unsettled'
  const state = stateOf(answer)
  if (state === undefined) {
    const word = at(jsonOf(answer), '/status')
    return answer.answer?.status === 400 && word === 'declined' ? 'declined' : 'refused'
  }
  if (state === 'pending') return 'unsettled'
  const rated = amountOf(at(recordOf(answer), '/policy_term/retention'))
  const asked = amountOf(submission.retention)
  const raised = rated !== undefined && asked !== undefined && rated > asked
  return raised && state === 'ready_to_bind' ? 'retention_raised' : state
}

import type { Exchange } from '../../../conformance/exchange.ts'
import { type Submission, uniqueSubmission } from '../../../generators/submission.ts'
import type { PlatformContext } from '../../../suites/platform/vocabulary/context.ts'
import { at, jsonOf } from '../../../suites/platform/vocabulary/judge/json.ts'
import { amountOf, quoteIdOf, recordOf, stateOf } from '../../../suites/platform/vocabulary/quotes/record.ts'

/** The outcome of a submission: a state, a raised retention, or how it was turned down. */
export interface Find {
  readonly patch: Readonly<Submission>
  /** `ready_to_bind`, `declined`, `retention_raised`...; `refused` for what is invalid, `unsettled` for what did not end. */
  readonly outcome: string
}

/** Sends submissions and finds out what they come to, with as few requests as may be. */
export interface Probe {
  /** Several at once: what is being rated is being rated side by side. */
  try(patches: readonly Readonly<Submission>[]): Promise<readonly Find[]>
}

/** Most reads of one quote. */
const MOST_READS = 10

/** @param left how many more requests may be sent, those under way not counted */
export function probeOn({ api, clock, facts, unique }: PlatformContext, left: () => number): Probe {
  /** How long a rating takes, as far as it is known: nobody is asked before that. */
  let ratingMs = 0
  let underWay = 0
  /** Requests that it takes to move the clock by one wait; none where the suite waits. */
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
      // Learnt only where what was known did not do: else each wait would lengthen the next by its own delays.
      if (reads > 0) ratingMs = Math.max(ratingMs, clock.now() - start)
      await Promise.all(
        waiting.map(async ({ index, id }) => {
          const read = await within(() => api.status(id))
          // A read that shows nothing leaves the quote as it was seen last.
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
        outcome: outcomeOf(answers[index], submission),
      }))
    },
  }
}

function outcomeOf(answer: Exchange | undefined, submission: Submission): string {
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

import type { WebhookEndpoint } from '../../../../conformance/ports/webhooks.ts'
import type { Facts } from '../../../../conformance/scenario.ts'
import { CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { climbMs, heldUpOf } from '../../vocabulary/attempts/timing.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { attemptsOf, isMarked, marksOf } from '../../vocabulary/events/event.ts'
import { outcomeOf, type SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { unlessFirst } from './few-endpoints.ts'
import { deliveredLater, type LateTrace } from './schedule/outcomes/delivered.ts'
import { laterScript, ok } from './schedule/outcomes/ways.ts'

/** The attempts that are answered late, by the number of failures before them. */
const FAILURES = [0, 1, 2] as const
const wayOf = (failures: number): string => `attempt ${failures + 1}`

/** While an attempt is due, the clock is moved in short steps, which show when it came. */
const SHORT = { beforeMs: 250, watchMs: 350, stepMs: 150 }
/** Else there are few moves: each takes real time, and that counts for an answer, too. */
const LONG_STEP_MS = 2500

/**
 * An answer shortly before the deadline is in time at whichever attempt (8, R26). The schedule of deliveries checks it, too. There the
 * clock is moved so often that much of the seven seconds may be real time.
 */
export const lateAnswers: PlatformScenario = scenario<LateTrace | undefined>({
  id: 'webhooks/late-answers',
  title: 'An answer after seven seconds is a success at every attempt',
  needs: [{ offers: 'webhooks' }],
  exclusive: true,
  drive: (context) => (context.clock.virtual ? lateAnswersOf(context) : Promise.resolve(undefined)),
  claims: FAILURES.map((failures) =>
    claim(
      'answer-at-7-seconds-is-success',
      (trace, facts) => inTime(trace, failures, facts),
      wayOf(failures),
    ),
  ),
})

function inTime(trace: LateTrace | undefined, failures: number, facts: Facts<Spec>): Verdict {
  return trace === undefined
    ? cannotTell('where no clock is moved, the schedule of deliveries shows it')
    : deliveredLater(trace, wayOf(failures), failures, facts)
}

async function lateAnswersOf(context: PlatformContext): Promise<LateTrace> {
  const { webhooks, quotes, api, clock, facts, spec } = context
  const submission = quotes.submission('ready_to_bind')
  const concerns = (delivery: Parameters<typeof isMarked>[0]) => isMarked(delivery, marksOf(submission))
  const opened: { readonly way: string; readonly endpoint: WebhookEndpoint }[] = []
  // How many endpoints a partner may have is not shown.
  for (const failures of [undefined, ...FAILURES, ...FAILURES, ...FAILURES]) {
    const endpoint = await webhooks.open(['quote.created']).catch(unlessFirst(opened.length === 0))
    if (endpoint === undefined) break
    endpoint.answer(failures === undefined ? [ok] : laterScript(failures), { concerns })
    opened.push({ way: failures === undefined ? 'ok' : wayOf(failures), endpoint })
  }
  const submitted = await api.submit(submission, { meant: 'ready_to_bind' })
  const id = quoteIdOf(submitted)
  if (id === undefined) throw new CannotTell(`the submission made no quote: ${outcomeOf(submitted)}`)
  const quote: SubmittedQuote = { id, submission, submitted }
  const isThere = () => opened.every(({ endpoint }) => attemptsOf(quote, endpoint).length > 0)
  await webhooks.until(isThere, facts.timing.rating + facts.timing.deliverySlack)
  // The attempt after the last late answer would be due within this, wherever its delay begins.
  const watchedMs =
    climbMs(Math.max(...FAILURES) + 2, spec.delivery, facts.timing.deliverySlack) + spec.delivery.deadline.ms
  await watchRepeats(context, watchedMs)
  const byWay = Map.groupBy(opened, ({ way }) => way)
  return {
    attempts: Object.fromEntries(
      [...byWay].map(([way, some]) => [way, some.map(({ endpoint }) => attemptsOf(quote, endpoint))]),
    ),
    watchedMs,
    heldUpMs: heldUpOf(clock, webhooks),
  }
}

/** Watches from the first attempts on, closely around the moments at which the repeats are due. */
async function watchRepeats({ webhooks, clock, spec }: PlatformContext, watchedMs: number): Promise<void> {
  const begun = clock.now()
  const until = (ms: number, stepMs: number) => webhooks.watch(Math.max(0, begun + ms - clock.now()), stepMs)
  let dueMs = 0
  for (const { number, delayMs } of spec.delivery.attempts) {
    if (number === 1 || number > Math.max(...FAILURES) + 1) continue
    dueMs += delayMs
    await until(dueMs - SHORT.beforeMs, LONG_STEP_MS)
    await until(dueMs + SHORT.watchMs, SHORT.stepMs)
  }
  await until(watchedMs, LONG_STEP_MS)
}

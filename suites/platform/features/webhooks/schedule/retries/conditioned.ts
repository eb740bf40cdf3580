import type { Arrival, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../../../conformance/scenario.ts'
import { cannotTell, type Left, unlessUnable, whyLeft } from '../../../../../../conformance/verdict.ts'
import { isOwed } from '../../../../../../spec/delivery.ts'
import type { Spec } from '../../../../../../spec/spec.ts'
import { COPY_MS } from '../../../../vocabulary/attempts/copies.ts'
import { FAILING, type RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { TOO_LATE } from '../../../../vocabulary/attempts/too-late.ts'
import { claim, type PlatformContext } from '../../../../vocabulary/context.ts'
import { isRedirected } from '../../../../vocabulary/events/event.ts'
import { tooFew } from '../../few-endpoints.ts'
import { ofItsType } from '../attempt-claims.ts'
import { claimWithin } from '../left.ts'
import { type Part, part, type SharedQuote } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'
import { retryClaims } from './claims.ts'
import { climb } from './climb.ts'
import { CONDITIONS, type Condition } from './conditions.ts'
import { afterDeletion, DELETIONS, type DeletionTrace, deletionClaims } from './deletion.ts'
import { lateAnswerFails } from './late-answer.ts'
import { retriesMs } from './part.ts'

/** The retry schedule under each condition, by its id, or why there is none; and those of deleted endpoints. */
export interface ConditionedTrace {
  readonly retrySchedules: Readonly<Record<string, RetryTrace | Left>>
  readonly deletions: Readonly<Record<string, DeletionTrace | Left>>
}

/** Most attempts of a retry schedule that miss their deadline. */
const MOST_LATE = 5

/** Time for the steps that lead to an event besides rating, in milliseconds. */
const BEGIN_MS = 60_000

/** Checks retry schedules for all event types and under conditions, each on an endpoint of its own (8.retry, R24, R25). */
export function conditionedRetries(spec: Spec): Part {
  const conditions = CONDITIONS.filter((one) => isOwed(one.type, spec.delivery))
  return part<ConditionedTrace>({
    id: 'conditions',
    needs: ['register_endpoint'],
    lastsMs: ({ delivery }) => retriesMs(delivery) + BEGIN_MS + MOST_LATE * delivery.deadline.ms,
    async open(context, quotes) {
      const deletions: (readonly [string, Left | (() => Promise<DeletionTrace>)])[] = []
      for (const moment of DELETIONS) {
        const endpoint = await opened(context, moment)
        if (!('left' in endpoint)) endpoint.answer(moment.script, quotes.named('shared'))
        deletions.push([
          moment.id,
          'left' in endpoint ? endpoint : () => afterDeletion(context, moment, endpoint, quotes),
        ])
      }
      const retrySchedules: (readonly [string, Left | ((shared: SharedQuote) => Promise<RetryTrace>)])[] = []
      for (const condition of conditions) {
        const endpoint = await opened(context, condition)
        retrySchedules.push([
          condition.id,
          'left' in endpoint ? endpoint : retries(context, condition, endpoint, quotes),
        ])
      }
      return async (shared) => {
        const climbed = retrySchedules.map(
          async ([id, one]) =>
            [id, typeof one === 'function' ? await one(shared).catch(whyLeft) : one] as const,
        )
        const deleted = deletions.map(
          async ([id, one]) => [id, typeof one === 'function' ? await one().catch(whyLeft) : one] as const,
        )
        return {
          retrySchedules: Object.fromEntries(await Promise.all(climbed)),
          deletions: Object.fromEntries(await Promise.all(deleted)),
        }
      }
    },
    claims: [
      ...conditions.flatMap(({ id, name }) =>
        retryClaims(spec, `retry schedule ${name}`).map((one) => under(id, one)),
      ),
      ...conditions
        .filter(({ script }) => script?.includes(TOO_LATE))
        .map(({ id, name }) =>
          under(
            id,
            claim<RetryTrace>(
              'answer-at-9-seconds-is-failure',
              (trace, facts) => ofItsType(trace.attempts, lateAnswerFails(trace, facts)),
              `at a repeat, retry schedule ${name}`,
            ),
          ),
        ),
      ...DELETIONS.flatMap((moment) =>
        deletionClaims(moment).map((one) =>
          claimWithin(({ deletions }: ConditionedTrace) => deletions[moment.id], one),
        ),
      ),
    ],
  })
}

/** Opens an endpoint for a condition, or says why not: how many a partner may have is not shown. */
async function opened(
  { webhooks, operator, facts }: PlatformContext,
  { needs, type, partner }: Pick<Condition, 'needs' | 'type' | 'partner'>,
): Promise<WebhookEndpoint | Left> {
  const missing = needs.find((action) => !operator.can(action))
  if (missing !== undefined)
    return { left: cannotTell(`no operator action ${missing} in the profile`, `operator.${missing}`) }
  if (partner !== undefined) {
    const { otherPartnerId } = facts
    return otherPartnerId === undefined
      ? { left: cannotTell('the profile has no second partner', 'credentials.other_partner') }
      : webhooks.openFor(otherPartnerId, [type]).catch(whyLeft)
  }
  const registered = webhooks.since()
  const endpoint = await webhooks.open([type]).catch(unlessUnable)
  return endpoint ?? { left: tooFew(registered.refusal()) }
}

/** Scripts an endpoint before its event arises; the returned function causes the event and watches the retry schedule. */
function retries(
  context: PlatformContext,
  { script = FAILING, prepare, after }: Condition,
  endpoint: WebhookEndpoint,
  quotes: ScheduleQuotes,
): (shared: SharedQuote) => Promise<RetryTrace> {
  const { rating, proposal, issue } = context.facts.timing
  const { concerns, begin } = prepare(context, quotes)
  endpoint.answer(script, { concerns, copyMs: COPY_MS })
  const arrivals = () => endpoint.arrivals().filter((one) => !isRedirected(one))
  return async (shared) => {
    await begin(shared)
    const climbed = await climb(
      context,
      {
        endpoint,
        attempts: () => arrivals().filter(concerns),
        firstMs: rating + proposal + issue,
        ...(after && { after: (number: number) => after(number, endpoint, context) }),
      },
      shared,
    )
    const foreign = arrivals().filter((one) => !concerns(one) && isRefused(one))
    return { ...climbed, foreignDeliveries: foreign.length }
  }
}

const isRefused = ({ answered }: Arrival): boolean => answered.kind !== 'answer' || answered.status !== 200

/** Turns a claim about one retry schedule into a claim about this part's trace. */
const under = (id: string, one: Claim<RetryTrace, Spec>): Claim<ConditionedTrace, Spec> =>
  claimWithin(({ retrySchedules }) => retrySchedules[id], one)

import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteOperation } from '../../../../spec/endpoints.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, mediaTypeIs, statusClassIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { type Course, course, courseClaims, ready } from '../conditions/course.ts'
import { updatesFor } from '../update/changes.ts'

/** Requests that an operator lets fail, once each. They only read, so that nothing is half done of the quote afterwards. */
const FAILING: readonly QuoteOperation[] = ['quote-proposal', 'status', 'quote-preview', 'policy-preview']

interface Trace {
  readonly failed: readonly Exchange[]
  /** The quote goes its way afterwards. */
  readonly course: Course
  /** So does one whose first bind failed; absent where that bind was half done, which the quote shows. */
  readonly rebound?: Course
  /** Updates that were sent once more after the first one failed, of quotes that were ready before and after it. */
  readonly updated: readonly Exchange[]
}

/** Form of a 500, where an operator can bring one about (7), and what comes after it. */
export const internalErrors: PlatformScenario = scenario<Trace>({
  id: 'service/internal-errors',
  title: 'A request that meets an internal error is answered with 500, and its quote goes on like any other',
  needs: [{ operator: 'fail_requests' }],
  exempt: ['no-internal-error'],
  async drive(context) {
    const changes = Promise.all([
      afterFailing(context, 'bind', (own) => course(context, own)).catch(unlessUnable),
      afterFailing(context, 'update', async (own, send) => {
        const again = await send()
        return stateOf(await context.api.status(own)) === 'ready_to_bind' ? [again] : []
      }).catch(unlessUnable),
    ])
    const read = await afterReads(context).finally(() => changes)
    const [rebound, updated] = await changes
    return { ...read, ...(rebound && { rebound }), updated: updated ?? [] }
  },
  claims: [
    claim('quote-proposal-500-is-plain-text', ({ failed }) => {
      const proposal = failed.find(({ operation }) => operation === 'quote-proposal')
      return proposal === undefined
        ? cannotTell('this version has no proposal', 'api_version')
        : plainText500(proposal)
    }),
    claim('observe-500-body', ({ failed }) => all(failed.map((one) => observedAnswer(one, one.operation)))),
    ...courseClaims<Trace>((trace) => trace.course),
    ...courseClaims<Trace>(
      ({ rebound }) => rebound,
      cannotTell('the bind that met an internal error was half done'),
    ),
    claim('update-in-ready-to-bind', ({ updated }) =>
      updated.length === 0
        ? cannotTell('the quote that was updated was not ready any more')
        : all(updated.map((one) => statusClassIs(one, 2))),
    ),
  ],
})

/** Lets each request that only reads fail once, and takes the quote to its end. */
async function afterReads(context: PlatformContext): Promise<Pick<Trace, 'failed' | 'course'>> {
  const { id } = await context.quotes.reach('ready_to_bind')
  const failed: Exchange[] = []
  for (const operation of FAILING) failed.push(...(await failing(context, operation, id)))
  await ready(context, id, 'operator.fail_requests')
  return { failed, course: await course(context, id) }
}

/**
 * Lets a change of a new quote fail, and goes on with the quote where it is ready as before.
 *
 * @param then what is done with the quote; it is given what sends the change once more
 */
async function afterFailing<T>(
  context: PlatformContext,
  operation: 'bind' | 'update',
  then: (id: string, send: () => Promise<Exchange>) => Promise<T>,
): Promise<T | undefined> {
  const { api, quotes } = context
  const quote = await quotes.reach('ready_to_bind')
  const send = () =>
    operation === 'bind' ? api.bind(quote.id) : api.update(quote.id, updatesFor(quote).insured_contact)
  await letFail(context, operation, quote.id)
  await send()
  // Anything half done goes on by itself.
  await quotes.stays(quote.id)
  const { state } = await quotes.settle(quote.id)
  return state === 'ready_to_bind' ? then(quote.id, send) : undefined
}

/** Lets the next request of a kind fail and sends it; nothing where the judged version has it not. */
async function failing(
  context: PlatformContext,
  operation: QuoteOperation,
  id: string,
): Promise<readonly Exchange[]> {
  return (await letFail(context, operation, id))
    ? [await context.api.perform(operation, { id, submission: undefined })]
    : []
}

/** @returns false where the judged version has no such operation */
async function letFail(
  { operator, spec }: PlatformContext,
  operation: QuoteOperation,
  id: string,
): Promise<boolean> {
  const endpoint = spec.endpoints.find((one) => one.operation === operation)
  if (endpoint === undefined) return false
  const { method, path } = endpoint
  await operator.perform('fail_requests', { method, path: path.replace('{id}', id), count: 1 })
  return true
}

function plainText500(exchange: Exchange): Verdict {
  const { answer } = exchange
  return answer?.status === 500
    ? mediaTypeIs(exchange, 'text/plain')
    : cannotTell(
        `no 500 was met: ${answer === undefined ? 'no answer' : describe(answer)}`,
        'operator.fail_requests',
      )
}

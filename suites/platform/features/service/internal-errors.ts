import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteOperation } from '../../../../spec/endpoints.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, mediaTypeIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { type Course, course, courseClaims, ready } from '../conditions/course.ts'

/** Requests that an operator lets fail, once each. They only read, so that nothing is half done afterwards. */
const FAILING: readonly QuoteOperation[] = ['quote-proposal', 'status', 'quote-preview', 'policy-preview']

interface Trace {
  readonly failed: readonly Exchange[]
  /** The quote goes its way afterwards. */
  readonly course: Course
}

/** Form of a 500, where an operator can bring one about (7), and what comes after it. */
export const internalErrors: PlatformScenario = scenario<Trace>({
  id: 'service/internal-errors',
  title: 'A request that meets an internal error is answered with 500, and its quote goes on like any other',
  needs: [{ operator: 'fail_requests' }],
  exempt: ['no-internal-error'],
  async drive(context) {
    const { id } = await context.quotes.reach('ready_to_bind')
    const failed: Exchange[] = []
    for (const operation of FAILING) failed.push(...(await failing(context, operation, id)))
    await ready(context, id, 'operator.fail_requests')
    return { failed, course: await course(context, id) }
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
  ],
})

/** Lets the next request of a kind fail and sends it; nothing where the judged version has it not. */
async function failing(
  { api, operator, spec }: PlatformContext,
  operation: QuoteOperation,
  id: string,
): Promise<readonly Exchange[]> {
  const endpoint = spec.endpoints.find((one) => one.operation === operation)
  if (endpoint === undefined) return []
  const { method, path } = endpoint
  await operator.perform('fail_requests', { method, path: path.replace('{id}', id), count: 1 })
  return [await api.perform(operation, { id, submission: undefined })]
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

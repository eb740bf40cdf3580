import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteOperation } from '../../../../spec/endpoints.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, mediaTypeIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'

/** Requests that an operator lets fail: paths below the base URL. */
const FAILING = {
  'quote-proposal': ['GET', (id: string) => `/document/quote-proposal/stream/${id}`],
  status: ['GET', (id: string) => `/status/${id}`],
} as const satisfies Partial<Record<QuoteOperation, readonly [string, (id: string) => string]>>

type Trace = Readonly<Record<keyof typeof FAILING, Exchange>>

/** Form of a 500, where an operator can bring one about (7). */
export const internalErrors: PlatformScenario = scenario<Trace>({
  id: 'service/internal-errors',
  title: 'A request that meets an internal error is answered with 500',
  needs: [{ operator: 'fail_requests' }],
  exempt: ['no-internal-error'],
  async drive({ api, quotes, operator }) {
    const { id } = await quotes.reach('ready_to_bind')
    const failing = async (operation: keyof typeof FAILING) => {
      const [method, path] = FAILING[operation]
      await operator.perform('fail_requests', { method, path: path(id), count: 1 })
      return api.perform(operation, { id, submission: undefined })
    }
    return { 'quote-proposal': await failing('quote-proposal'), status: await failing('status') }
  },
  claims: [
    claim('quote-proposal-500-is-plain-text', ({ 'quote-proposal': proposal }) => plainText500(proposal)),
    claim('observe-500-body', (answers) =>
      all(Object.entries(answers).map(([operation, answer]) => observedAnswer(answer, operation))),
    ),
  ],
})

function plainText500(exchange: Exchange): Verdict {
  const { answer } = exchange
  return answer?.status === 500
    ? mediaTypeIs(exchange, 'text/plain')
    : cannotTell(
        `no 500 was met: ${answer === undefined ? 'no answer' : describe(answer)}`,
        'operator.fail_requests',
      )
}

import type { Exchange } from '../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../conformance/ports.ts'
import { cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../context.ts'
import { finding, statusClassIsNot, succeeded } from '../judge/answer.ts'
import { observedAnswer } from '../judge/observe.ts'
import { stateOf } from '../quotes/record.ts'
import { ID_OPERATIONS, type IdOperation } from './unknown.ts'

interface Trace {
  /** The owner's own request, or one just as good, was served. */
  readonly owned: Exchange
  readonly foreign: Exchange
  /** The other partner's credentials on something of its own. */
  readonly twin: Exchange
  readonly before: Exchange
  readonly after: Exchange
}

const OTHER: CredentialsChoice = { token: 'other-partner', key: 'other-partner' }

/** Another partner's quote is nobody else's to see or touch (R12). */
export const foreignQuotes: readonly PlatformScenario[] = ID_OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `ids/foreign-on-${operation}`,
    title: `${operation} serves no other partner's quote`,
    needs: ['credential other_partner'],
    async drive({ api, quotes }) {
      const quote = await quotes.reach(operation === 'policy' ? 'issued' : 'ready_to_bind')
      if (operation === 'quote-proposal' || operation === 'policy-preview') await quotes.proposalOf(quote.id)
      const given = { id: quote.id, submission: undefined }
      const before = await api.status(quote.id)
      const foreign = await api.perform(operation, given, { credentials: OTHER })
      const after = await api.status(quote.id)
      const twin = (await quotes.submit('ready_to_bind', { credentials: OTHER })).answer
      return { before, foreign, after, twin, owned: await api.perform(operation, given) }
    },
    claims: [
      claim(`${operation}-foreign-quote`, (trace) => keptFromOthers(operation, trace)),
      claim('observe-foreign-quote-code', ({ foreign }) => observedAnswer(foreign, operation)),
    ],
  }),
)

function keptFromOthers(operation: IdOperation, { owned, foreign, twin, before, after }: Trace): Verdict {
  const verdict = statusClassIsNot(foreign, 2)
  if (verdict.kind !== 'passed') return verdict
  if (!succeeded(twin))
    return cutOff("the other partner's credentials were not accepted for its own submission")
  if (!succeeded(owned)) return cutOff('the request was refused to the owner of the quote too')
  const was = stateOf(before)
  const is = stateOf(after)
  if (operation !== 'update' && operation !== 'bind') return passed()
  return was === is ? passed() : failed(finding(after, String(was), String(is), '/data/quote_status'))
}

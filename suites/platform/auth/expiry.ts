import type { Exchange } from '../../../conformance/exchange.ts'
import type { HeldToken } from '../../../conformance/ports.ts'
import { CannotTell, cutOff, failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { OPERATIONS, type QuoteOperation } from '../api.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../context.ts'
import { describe, finding, statusIs, succeeded, withAnswer } from '../judge/answer.ts'

const SECOND = 1000

/** How far from the edge a lifetime is judged, so that neither clock needs to be exact. */
const MARGIN_MS = 120 * SECOND

interface Trace {
  /** Status read with the token when it was new. */
  readonly fresh: Exchange
  /** Status read shortly before the token's lifetime is over. */
  readonly old: Exchange
  /** Each operation with the token after its lifetime, on a quote for which it would else succeed. */
  readonly expired: Readonly<Record<QuoteOperation, Exchange>>
  /** The same operations with a new token. */
  readonly twins: Readonly<Record<QuoteOperation, Exchange>>
}

/** A token is good for 3600 seconds and for no longer (5.rule.5, 8). */
export const tokenExpiry: PlatformScenario = scenario<Trace>({
  id: 'auth/expired-token',
  title: 'A token works until its lifetime is over and then nowhere',
  needs: ['operator advance_clock'],
  alone: true,
  drive,
  claims: [
    claim('token-lives-3600-seconds', ({ fresh, old }) => stillGood(fresh, old)),
    ...OPERATIONS.map((operation) =>
      claim<Trace>(`${operation}-expired-token-401`, ({ expired, twins }) =>
        twinned(twins[operation], statusIs(expired[operation], 401)),
      ),
    ),
  ],
})

async function drive({ api, http, quotes, clock, spec }: PlatformContext): Promise<Trace> {
  const [ready, issued] = await Promise.all([quotes.reach('ready_to_bind'), quotes.reach('issued')])
  await quotes.proposalOf(ready.id)
  const lifetime = spec.token.expiresInSeconds * SECOND
  const { token, exchange } = await http.holdToken('own')
  if (token === undefined) throw new CannotTell(`no token was issued: ${exchange.answer?.status ?? 'no answer'}`)
  const read = (held: HeldToken) => api.status(ready.id, { credentials: { token: held } })

  const fresh = await read(token)
  await clock.sleep(lifetime - MARGIN_MS)
  const old = await read(token)
  await clock.sleep(2 * MARGIN_MS)

  const perform = (operation: QuoteOperation, held: 'own' | HeldToken) =>
    api.perform(
      operation,
      { id: operation === 'policy' ? issued.id : ready.id, submission: quotes.submission() },
      { credentials: { token: held } },
    )
  const expired = await forEachOperation((operation) => perform(operation, token))
  const twins = await forEachOperation((operation) => perform(operation, 'own'))
  return { fresh, old, expired, twins }
}

/** Reads first, then what changes the quote. */
const ORDER: readonly QuoteOperation[] = [...OPERATIONS].sort((one, other) => rank(one) - rank(other))

function rank(operation: QuoteOperation): number {
  return operation === 'bind' ? 1 : operation === 'update' ? 2 : 0
}

async function forEachOperation(
  perform: (operation: QuoteOperation) => Promise<Exchange>,
): Promise<Record<QuoteOperation, Exchange>> {
  const done: Partial<Record<QuoteOperation, Exchange>> = {}
  for (const operation of ORDER) done[operation] = await perform(operation)
  return done as Record<QuoteOperation, Exchange>
}

function stillGood(fresh: Exchange, old: Exchange): Verdict {
  if (!succeeded(fresh)) return cutOff('the token did not work when it was new')
  return withAnswer(old, (answer) =>
    succeeded(old)
      ? passed()
      : failed(finding(old, 'a token that works 120 seconds before its lifetime is over', describe(answer), 'status')),
  )
}

/** An update that is refused after the bind is no twin for the token: any answer but 401 and 403 shows that it was let in. */
function twinned(twin: Exchange, verdict: Verdict): Verdict {
  if (verdict.kind !== 'passed') return verdict
  const status = twin.answer?.status
  const letIn = status !== undefined && status !== 401 && status !== 403 && status < 500
  return letIn ? verdict : cutOff(`the same request with a new token was not served: ${status ?? 'no answer'}`)
}

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
  // The bind and the update each have a quote of their own, so that neither stands in the way of another request.
  const [read, updated, bound, issued] = await Promise.all([
    quotes.reach('ready_to_bind'),
    quotes.reach('ready_to_bind'),
    quotes.reach('ready_to_bind'),
    quotes.reach('issued'),
  ])
  await quotes.proposalOf(read.id)
  const lifetime = spec.token.expiresInSeconds * SECOND
  const { token, exchange } = await http.holdToken('own')
  if (token === undefined)
    throw new CannotTell(`no token was issued: ${exchange.answer?.status ?? 'no answer'}`)
  const readWith = (held: HeldToken) => api.status(read.id, { credentials: { token: held } })

  const fresh = await readWith(token)
  await clock.sleep(lifetime - MARGIN_MS)
  const old = await readWith(token)
  await clock.sleep(2 * MARGIN_MS)

  const idFor: Partial<Record<QuoteOperation, string>> = {
    update: updated.id,
    bind: bound.id,
    policy: issued.id,
  }
  const perform = (operation: QuoteOperation, held: 'own' | HeldToken) =>
    api.perform(
      operation,
      { id: idFor[operation] ?? read.id, submission: quotes.submission() },
      { credentials: { token: held } },
    )
  const expired = await forEachOperation((operation) => perform(operation, token))
  const twins = await forEachOperation((operation) => perform(operation, 'own'))
  return { fresh, old, expired, twins }
}

async function forEachOperation(
  perform: (operation: QuoteOperation) => Promise<Exchange>,
): Promise<Record<QuoteOperation, Exchange>> {
  const done: Partial<Record<QuoteOperation, Exchange>> = {}
  for (const operation of OPERATIONS) done[operation] = await perform(operation)
  return done as Record<QuoteOperation, Exchange>
}

function stillGood(fresh: Exchange, old: Exchange): Verdict {
  if (!succeeded(fresh)) return cutOff('the token did not work when it was new')
  return withAnswer(old, (answer) =>
    succeeded(old)
      ? passed()
      : failed(
          finding(
            old,
            'a token that works 120 seconds before its lifetime is over',
            describe(answer),
            'status',
          ),
        ),
  )
}

/** A refusal decides only where the same request with a new token is served. */
function twinned(twin: Exchange, verdict: Verdict): Verdict {
  if (verdict.kind !== 'passed' || succeeded(twin)) return verdict
  return cutOff(`the same request with a new token was not served: ${twin.answer?.status ?? 'no answer'}`)
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import type { TokenChoice } from '../../../../conformance/ports/platform.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import {
  all,
  CannotTell,
  cannotTell,
  cutOff,
  failed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { OPERATIONS } from '../../vocabulary/api.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, statusIs, succeeded, withAnswer } from '../../vocabulary/judge/answer.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { withCredentials } from '../conditions/asking.ts'
import { type Answers, onEachOperation } from './each-operation.ts'

const SECOND = 1000

const NO_OTHER = 'no new token of another partner was at hand'

/** How long before its edge a lifetime is judged: a moved clock may also run on by itself. */
const BEFORE_MS = 120 * SECOND
/** A last use so shortly before it may fail already, and must not make the token live longer. */
const LAST_USE_MS = 20 * SECOND
/** How long after it. Issue and end of a token are of one clock, so that little more than rounding is in it. */
const AFTER_MS = 10 * SECOND

/** Answers to a token whose lifetime is over. */
interface Over {
  /** Each operation with it, on a quote for which it would else succeed. */
  readonly expired: Answers
  /** The same with the secondary key, where there is one: it opens nothing that a token does not. */
  readonly withSecondary?: Answers
  /** The same operations with a new token. */
  readonly counterparts: Answers
}

/** Status read with a token when it was new, and shortly before its lifetime is over. */
interface Life {
  readonly fresh: Exchange
  readonly old: Exchange
}

interface Trace extends Over {
  readonly first: Life
  /** Of a token that was obtained while the first one was valid; absent where that one was handed out again, and goes on. */
  readonly renewed?: Life
  /** Of a token of the other partner; absent where the profile knows none. */
  readonly other?: Life
}

const refusedEverywhere: readonly Claim<Over, Spec>[] = OPERATIONS.map((operation) =>
  claim<Over>(`${operation}-expired-token-401`, ({ expired, withSecondary, counterparts }) => {
    const refused = [expired[operation] ?? [], withSecondary?.[operation] ?? []].flat()
    const served = counterparts[operation]
    return refused.length === 0 || served === undefined
      ? cannotTell('the version does not have the operation')
      : withCounterpart(served, all(refused.map((exchange) => statusIs(exchange, 401))))
  }),
)

/** The same with a token that the profile brings, so that nobody has to wait for an hour. */
export const tokenLongExpired: PlatformScenario = scenario<Over>({
  id: 'auth/long-expired-token',
  title: 'A token whose lifetime was over before the run works nowhere',
  needs: [{ credential: 'expired_token' }],
  async drive(context) {
    return over(context, await onEachOperation(context), 'expired')
  },
  claims: refusedEverywhere,
})

/** A token is good for 3600 seconds and for no longer (5.rule.5, 8). */
export const tokenExpiry: PlatformScenario = scenario<Trace>({
  id: 'auth/expired-token',
  title: 'A token works until its lifetime is over and then nowhere',
  needs: [{ operator: 'advance_clock' }],
  alone: true,
  drive,
  claims: [
    claim('token-lives-3600-seconds', ({ first, renewed }) =>
      all([stillGood(first), ...(renewed ? [stillGood(renewed)] : [])]),
    ),
    claim(
      'token-lives-3600-seconds',
      ({ other }) =>
        other === undefined || !succeeded(other.fresh) ? cannotTell(NO_OTHER) : stillGood(other),
      'of another partner',
    ),
    ...refusedEverywhere,
  ],
})

async function drive(context: PlatformContext): Promise<Trace> {
  const { api, http, quotes, clock, spec } = context
  const performAll = await onEachOperation(context)
  const { id } = await quotes.create()
  const lifetime = spec.token.expiresInSeconds * SECOND
  const obtain = async () => {
    const { token, exchange, again } = await http.holdToken('own')
    if (token === undefined)
      throw new CannotTell(`no token was issued: ${exchange.answer?.status ?? 'no answer'}`)
    return { token, again, read: () => api.status(id, { credentials: { token } }) }
  }

  /** From shortly before the end of a lifetime until shortly after it, with a last use in between. */
  const passEnd = async (use: () => Promise<unknown>) => {
    await clock.sleep(BEFORE_MS - LAST_USE_MS)
    await use()
    await clock.sleep(LAST_USE_MS + AFTER_MS)
  }

  const other = await begunByOther(context)
  const first = await obtain()
  const fresh = await first.read()
  await clock.sleep(lifetime / 2)
  const second = await obtain()
  const freshToo = await second.read()
  if (second.again === true) {
    // A token that is handed out again is promised its whole lifetime again.
    await clock.sleep(lifetime / 2 - BEFORE_MS)
    const lived = await endOf(other)
    await clock.sleep(lifetime / 2)
    const old = await second.read()
    await passEnd(second.read)
    return { first: { fresh, old }, ...lived, ...(await over(context, performAll, second.token)) }
  }
  await clock.sleep(lifetime / 2 - BEFORE_MS)
  // Clients refresh before expiry: that ends nothing.
  await obtain()
  const old = await first.read()
  const lived = await endOf(other)
  await passEnd(first.read)
  const ended = await over(context, performAll, first.token)
  await clock.sleep(lifetime / 2 - AFTER_MS - BEFORE_MS)
  return { first: { fresh, old }, renewed: { fresh: freshToo, old: await second.read() }, ...lived, ...ended }
}

/** Reads once more with the token of the other partner. */
async function endOf(other: Awaited<ReturnType<typeof begunByOther>>): Promise<Pick<Trace, 'other'>> {
  return other === undefined ? {} : { other: { fresh: other.fresh, old: await other.read() } }
}

/** A new token of the other partner, as read on a quote of its own; undefined where none is known or issued. */
async function begunByOther(context: PlatformContext) {
  if (!context.facts.credentials.has('other_partner')) return undefined
  const { token, again } = await context.http.holdToken('other-partner')
  if (token === undefined || again === true) return undefined
  const asking = withCredentials(context, { token, key: 'other-partner' })
  const id = quoteIdOf(await asking.api.submit(asking.quotes.submission()))
  if (id === undefined) return undefined
  const read = () => asking.api.status(id)
  return { fresh: await read(), read }
}

async function over(
  { facts }: PlatformContext,
  performAll: Awaited<ReturnType<typeof onEachOperation>>,
  token: TokenChoice,
): Promise<Over> {
  const expired = await performAll({ token })
  const withSecondary = facts.credentials.has('secondary_integration_key')
    ? { withSecondary: await performAll({ token, key: 'secondary' }) }
    : {}
  return { expired, ...withSecondary, counterparts: await performAll({ token: 'own' }) }
}

function stillGood({ fresh, old }: Life): Verdict {
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
function withCounterpart(counterpart: Exchange, verdict: Verdict): Verdict {
  if (verdict.kind !== 'passed' || succeeded(counterpart)) return verdict
  return cutOff(
    `the same request with a new token was not served: ${counterpart.answer?.status ?? 'no answer'}`,
  )
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import {
  all,
  CannotTell,
  cannotTell,
  cutOff,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { OTHER_PARTNER, withCredentials } from '../../vocabulary/access/asking.ts'
import { ifNewTokenWorks } from '../../vocabulary/access/counterpart.ts'
import { onEachOperation } from '../../vocabulary/access/each-operation.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, finding, statusIs, succeeded, withAnswer } from '../../vocabulary/judge/answer.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import {
  changedIds,
  type Ended,
  type ExpiredAnswers,
  endedClaims,
  expiredClaims,
  sendExpired,
} from './expired-token.ts'
import { readsOf } from './unchanged.ts'

const SECOND = 1000
/** A day and a little more: within a lifetime by the time of day alone. */
const NEXT_DAY_MS = 24 * 3600 * SECOND + 900 * SECOND

const NO_OTHER = 'no new token of another partner was at hand'

/** How long before the end of its lifetime a token must still work: a moved clock may also run on by itself. */
const BEFORE_MS = 120 * SECOND
/** How long before the end the last use is. It may fail where so much real time passed, and must not extend the lifetime. */
const LAST_USE_MS = 20 * SECOND
/** Real time from the issue of a token to its last use that such a clock may count in addition. */
const REAL_MS = LAST_USE_MS - 5 * SECOND
/** How long after the end a token must be refused. The platform takes both times from one clock, so only rounding matters. */
const AFTER_MS = 10 * SECOND

/** Status read with a token when it was new, and shortly before its lifetime is over. */
interface Life {
  readonly fresh: Exchange
  readonly old: Exchange
  /** Its last use, where little real time had passed; see `LAST_USE_MS`. */
  readonly last?: Exchange
}

interface Trace extends ExpiredAnswers {
  readonly first: Life
  /** Of a second token, obtained while the first one was valid; absent where the platform returned the first one again. */
  readonly renewed?: Life
  /** Of a token of the other partner; absent where the profile has no other partner. */
  readonly other?: Life
  /** Each operation with that token after its lifetime, and with a new one of that partner. */
  readonly otherEnded?: Ended
  /** Status read on the next day at the time of day at which the token was valid, and the same with a new token. */
  readonly nextDay: { readonly expired: Exchange; readonly counterpart: Exchange }
}

/** Checks the same with an expired token from the profile, so that the run need not wait for an hour. */
export const tokenLongExpired: PlatformScenario = scenario<ExpiredAnswers>({
  id: 'auth/long-expired-token',
  title: 'A token whose lifetime was over before the run works nowhere',
  needs: [{ credential: 'expired_token' }],
  async drive(context) {
    const performAll = await onEachOperation(context)
    const reads = readsOf(context, changedIds(performAll))
    await reads.before()
    await reads.before()
    return sendExpired(context, performAll, 'expired', reads)
  },
  claims: expiredClaims,
})

/** Checks that a token is valid for 3600 seconds and no longer (5.rule.5, 8). */
export const tokenExpiry: PlatformScenario = scenario<Trace>({
  id: 'auth/expired-token',
  title: 'A token works until its lifetime is over and then nowhere',
  needs: [{ operator: 'advance_clock' }],
  exclusive: true,
  drive,
  claims: [
    claim('token-lives-3600-seconds', ({ first, renewed }) =>
      all([toTheEnd(first), stillGood(first), ...(renewed ? [stillGood(renewed)] : [])]),
    ),
    claim(
      'token-lives-3600-seconds',
      ({ other }) =>
        other === undefined || !succeeded(other.fresh) ? cannotTell(NO_OTHER) : stillGood(other),
      'of another partner',
    ),
    ...expiredClaims,
    ...endedClaims<Trace>(({ otherEnded }) => otherEnded, cannotTell(NO_OTHER), 'of another partner'),
    claim(
      'status-expired-token-401',
      ({ nextDay }) => ifNewTokenWorks(nextDay.counterpart, statusIs(nextDay.expired, 401)),
      'on the next day',
    ),
  ],
})

async function drive(context: PlatformContext): Promise<Trace> {
  const { api, http, quotes, clock, spec } = context
  const performAll = await onEachOperation(context)
  const reads = readsOf(context, changedIds(performAll))
  const { id } = await quotes.create()
  const lifetime = spec.token.expiresInSeconds * SECOND
  const obtain = async () => {
    const { token, exchange, again } = await http.holdToken('own')
    if (token === undefined)
      throw new CannotTell(`no token was issued: ${exchange.answer?.status ?? 'no answer'}`)
    const issuedAt = clock.now()
    const read = () => api.status(id, { credentials: { token } })
    const readNextDay = async () => {
      await clock.sleep(Math.max(0, issuedAt + NEXT_DAY_MS - clock.now()))
      return { nextDay: { expired: await read(), counterpart: await api.status(id) } }
    }
    return { token, again, issuedAt, read, readNextDay, soon: clock.effort(REAL_MS) }
  }

  type Obtained = Awaited<ReturnType<typeof obtain>>

  /** Uses a token shortly before the end of its lifetime, and sleeps until shortly after it. */
  const useLast = async ({ read, soon }: Obtained) => {
    const last = await read()
    const isSoon = !soon.expired()
    await clock.sleep(LAST_USE_MS + AFTER_MS)
    return isSoon ? { last } : {}
  }

  /** Sleeps from shortly before the end of a lifetime until shortly after it, with a last use in between. */
  const passEnd = async (obtained: Obtained) => {
    // No request with the suite's own token comes between: that token may be the same one, renewed.
    await reads.before()
    await clock.sleep(BEFORE_MS - LAST_USE_MS)
    return useLast(obtained)
  }

  const other = await beginOther(context)
  const first = await obtain()
  const fresh = await first.read()
  await reads.before()
  await clock.sleep(lifetime / 2)
  const second = await obtain()
  const freshToo = await second.read()
  if (second.again === true) {
    // The platform returned the same token again, so its lifetime starts anew.
    await clock.sleep(lifetime / 2 - BEFORE_MS)
    const lived = await readAgain(other)
    await clock.sleep(lifetime / 2)
    const old = await second.read()
    // The suite's own requests renew it once more, so its lifetime is watched from here without any.
    await reads.before()
    const third = await obtain()
    await clock.sleep(lifetime - LAST_USE_MS)
    const use = await useLast(third)
    const ended = {
      ...(await sendExpired(context, performAll, third.token, reads)),
      ...(await endOf(other)),
    }
    return { first: { fresh, old, ...use }, ...lived, ...ended, ...(await third.readNextDay()) }
  }
  await clock.sleep(lifetime / 2 - BEFORE_MS)
  // Clients refresh before expiry (5.rule.3): a new token must not end the first one.
  await obtain()
  const old = await first.read()
  const lived = await readAgain(other)
  const use = await passEnd(first)
  const ended = { ...(await sendExpired(context, performAll, first.token, reads)), ...(await endOf(other)) }
  await clock.sleep(Math.max(0, second.issuedAt + lifetime - BEFORE_MS - clock.now()))
  const renewed = { fresh: freshToo, old: await second.read() }
  return { first: { fresh, old, ...use }, renewed, ...lived, ...ended, ...(await first.readNextDay()) }
}

/** Reads again with the token of the other partner, near the end of its lifetime. */
async function readAgain(other: Awaited<ReturnType<typeof beginOther>>): Promise<Pick<Trace, 'other'>> {
  return other === undefined ? {} : { other: { fresh: other.fresh, old: await other.read() } }
}

/** Sends each operation with the token of the other partner, whose lifetime is over, and then with a new one. */
async function endOf(other: Awaited<ReturnType<typeof beginOther>>): Promise<Pick<Trace, 'otherEnded'>> {
  if (other?.performAll === undefined) return {}
  const expired = await other.performAll({ token: other.token })
  return { otherEnded: { expired, counterparts: await other.performAll({ token: 'other-partner' }) } }
}

/** Gets a token of the other partner and reads a quote of that partner with it; undefined where there is none. */
async function beginOther(context: PlatformContext) {
  if (!context.facts.credentials.has('other_partner')) return undefined
  // Made before the token is issued: they may take longer than the time that is left at its last use.
  const performAll = await onEachOperation(withCredentials(context, OTHER_PARTNER)).catch(unlessUnable)
  const { token, again } = await context.http.holdToken('other-partner')
  if (token === undefined || again === true) return undefined
  const asking = withCredentials(context, { token, key: 'other-partner' })
  const id = quoteIdOf(await asking.api.submit(asking.quotes.submission()))
  if (id === undefined) return undefined
  const read = () => asking.api.status(id)
  return { fresh: await read(), read, token, ...(performAll && { performAll }) }
}

/** A token that ends half a minute early shows only at its last use. */
const toTheEnd = ({ last }: Life): Verdict =>
  last === undefined ? cannotTell('the test took too long to use it shortly before its end') : passed()

function stillGood({ fresh, old, last }: Life): Verdict {
  if (!succeeded(fresh)) return cutOff('the token did not work when it was new')
  const works = (read: Exchange, beforeMs: number) =>
    withAnswer(read, (answer) => {
      if (succeeded(read)) return passed()
      // A moved clock may also have run on by itself.
      if (read.startedAt - fresh.startedAt >= beforeMs)
        return cannotTell('the test took too long: its lifetime may have been over')
      const expected = `a token that works ${beforeMs / SECOND} seconds before its lifetime is over`
      return failed(finding(read, expected, describe(answer), 'status'))
    })
  return all([works(old, BEFORE_MS), ...(last ? [works(last, LAST_USE_MS)] : [])])
}

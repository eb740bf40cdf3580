import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, CannotTell, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { type OperationAnswers, onEachOperation } from '../../vocabulary/access/each-operation.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIs, statusIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { noTokenIn } from '../../vocabulary/judge/no-token.ts'

const MINUTE = 60_000

/** How long after the deactivation of its client a token is used again. Permissions may be cached for some minutes. */
const READ_AFTER_MS = { moved: [MINUTE, 6 * MINUTE, 50 * MINUTE], real: [2 * MINUTE] } as const

/** Status reads with a token that was issued before its client became inactive. */
interface HeldReads {
  readonly before: Exchange
  /** Right after its client became inactive, and some time later. */
  readonly after: readonly Exchange[]
  /** After its client was active again. */
  readonly again: Exchange
}

interface Trace {
  /** The two tokens, the older one first. */
  readonly held: readonly HeldReads[]
  /** Each operation with the newer token, while its client is inactive. */
  readonly everywhere: OperationAnswers
  /** Status reads with the tokens after their lifetime, while the client is inactive again; only on a moved clock. */
  readonly expired?: readonly Exchange[]
  /** Token requests of the inactive client, right after the deactivation and later. */
  readonly asked: readonly Exchange[]
  /** Token requests of the client that is active again: with a wrong secret, then with the right one. */
  readonly reactivated: { readonly wrong: Exchange; readonly right: Exchange }
}

/** Checks that an inactive client gets no new tokens, and that its issued tokens stay valid (5.rule.4, R22). */
export const deactivation: PlatformScenario = scenario<Trace>({
  id: 'auth/deactivated-client',
  title: 'A client that is turned inactive keeps its tokens and gets no new ones',
  needs: [{ operator: 'deactivate_client' }, { operator: 'activate_client' }],
  exclusive: true,
  drive,
  claims: [
    claim('issued-token-survives-deactivation', ({ held, everywhere }) =>
      all(
        held.flatMap(({ before, after }, place) =>
          [...after, ...(place === held.length - 1 ? Object.values(everywhere) : [])].map(
            stillServed(before),
          ),
        ),
      ),
    ),
    claim(
      'issued-token-survives-deactivation',
      ({ held }) => all(held.map(({ before, again }) => stillServed(before)(again))),
      'once its client is active again',
    ),
    claim('token-inactive-client-refused', ({ asked }) => all(asked.map(noTokenIn))),
    claim(
      'token-wrong-secret-refused',
      ({ reactivated: { wrong, right } }) =>
        succeeded(right) ? noTokenIn(wrong) : cannotTell('the right secret was refused too'),
      'of a client that is active again',
    ),
    claim(
      'status-expired-token-401',
      ({ expired }) =>
        expired === undefined
          ? cannotTell('no clock can be moved, or a token was handed out again')
          : all(expired.map((read) => statusIs(read, 401))),
      'of an inactive client',
    ),
  ],
})

async function drive(context: PlatformContext): Promise<Trace> {
  const { api, http, quotes, clock, facts, spec } = context
  const quote = await quotes.create()
  const performAll = await onEachOperation(context)
  const obtained = [await http.holdToken('own'), await http.holdToken('own')]
  const [older, newer] = obtained.map(({ token }) => token)
  if (older === undefined || newer === undefined) throw new CannotTell('no token was issued to keep')
  const reads = () =>
    Promise.all([older, newer].map((token) => api.status(quote.id, { credentials: { token } })))
  const before = await reads()
  const inactive = await whileInactive(context, async () => {
    const [after, asked] = [[await reads()], [await http.requestToken()]]
    const most = facts.timing.longestWait ?? Number.POSITIVE_INFINITY
    const delays = clock.virtual ? READ_AFTER_MS.moved : READ_AFTER_MS.real.filter((delay) => delay <= most)
    let passed = 0
    for (const delay of delays) {
      clock.awaits('what becomes of the tokens of an inactive client', delay - passed)
      await clock.sleep(delay - passed)
      passed = delay
      after.push(await reads())
      asked.push(await http.requestToken())
    }
    return { after, asked, everywhere: await performAll({ token: newer }) }
  })
  const again = await reads()
  const reactivated = {
    wrong: await http.requestToken({ clientSecret: 'wrong' }),
    right: await http.requestToken(),
  }
  const { after, asked, everywhere } = inactive
  // Where the platform returned the same token again, its lifetime may have started anew.
  const ends = clock.virtual && obtained.every((one) => one.again !== true)
  const expired = ends
    ? await whileInactive(context, async () => {
        await clock.sleep(spec.token.expiresInSeconds * 1000)
        return reads()
      })
    : undefined
  const held = before.map((read, place) => ({
    before: read,
    after: after.flatMap((later) => later[place] ?? []),
    again: again[place] ?? read,
  }))
  return { held, asked, everywhere, reactivated, ...(expired && { expired }) }
}

/** Runs an action while the profile's own client is inactive, and always activates the client afterwards. */
async function whileInactive<T>({ operator, facts }: PlatformContext, action: () => Promise<T>): Promise<T> {
  const client = { client_id: facts.clientId }
  await operator.perform('deactivate_client', client)
  try {
    return await action()
  } finally {
    await operator.perform('activate_client', client)
  }
}

const stillServed =
  (before: Exchange) =>
  (after: Exchange): Verdict =>
    succeeded(before)
      ? statusClassIs(after, 2)
      : cutOff('the token did not work before its client was inactive')

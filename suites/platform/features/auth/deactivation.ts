import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, CannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIs, succeeded } from '../../vocabulary/judge/answer.ts'
import { noTokenIn } from '../token/judge.ts'
import { type Answers, onEachOperation } from './each-operation.ts'

const MINUTE = 60_000

/** How long after its client a token is looked at. Caches of what a client may do live for some minutes. */
const LOOKS = { moved: [MINUTE, 6 * MINUTE, 50 * MINUTE], real: [2 * MINUTE] } as const

/** A token that was held while its client was turned inactive. */
interface HeldReads {
  readonly before: Exchange
  /** Status read with it, at once after its client was turned inactive and some time later. */
  readonly after: readonly Exchange[]
}

interface Trace {
  /** The tokens that were held, the older one first. */
  readonly held: readonly HeldReads[]
  /** Each operation with the newer token. */
  readonly everywhere: Answers
  /** Token requests of the inactive client, at once and later. */
  readonly asked: readonly Exchange[]
}

/** An inactive client gets no new tokens, and those it has live on (5.rule.4, R22). */
export const deactivation: PlatformScenario = scenario<Trace>({
  id: 'auth/deactivated-client',
  title: 'A client that is turned inactive keeps its tokens and gets no new ones',
  needs: [{ operator: 'deactivate_client' }, { operator: 'activate_client' }],
  alone: true,
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
    claim('token-inactive-client-refused', ({ asked }) => all(asked.map(noTokenIn))),
  ],
})

async function drive(context: PlatformContext): Promise<Trace> {
  const { api, http, quotes, operator, clock, facts } = context
  const quote = await quotes.create()
  const performAll = await onEachOperation(context)
  const [older, newer] = [await http.holdToken('own'), await http.holdToken('own')].map(({ token }) => token)
  if (older === undefined || newer === undefined) throw new CannotTell('no token was issued to keep')
  const reads = () =>
    Promise.all([older, newer].map((token) => api.status(quote.id, { credentials: { token } })))
  const before = await reads()
  await operator.perform('deactivate_client', { client_id: facts.clientId })
  try {
    const after = [await reads()]
    const asked = [await http.requestToken()]
    const most = facts.timing.longestWait ?? Number.POSITIVE_INFINITY
    const looks = clock.virtual ? LOOKS.moved : LOOKS.real.filter((look) => look <= most)
    let passed = 0
    for (const look of looks) {
      clock.awaits('what becomes of the tokens of an inactive client', look - passed)
      await clock.sleep(look - passed)
      passed = look
      after.push(await reads())
      asked.push(await http.requestToken())
    }
    const held = before.map((read, place) => ({
      before: read,
      after: after.flatMap((later) => later[place] ?? []),
    }))
    return { held, asked, everywhere: await performAll({ token: newer }) }
  } finally {
    await operator.perform('activate_client', { client_id: facts.clientId })
  }
}

const stillServed =
  (before: Exchange) =>
  (after: Exchange): Verdict =>
    succeeded(before)
      ? statusClassIs(after, 2)
      : cutOff('the token did not work before its client was inactive')

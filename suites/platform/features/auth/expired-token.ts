import type { Exchange } from '../../../../conformance/exchange.ts'
import type { TokenChoice } from '../../../../conformance/ports/platform.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { ifNewTokenWorks } from '../../vocabulary/access/counterpart.ts'
import type { OperationAnswers, PerformAll } from '../../vocabulary/access/each-operation.ts'
import { claim, type PlatformContext } from '../../vocabulary/context.ts'
import { statusClassIsNot, statusIs } from '../../vocabulary/judge/answer.ts'
import { OPERATIONS } from '../../vocabulary/quotes/api.ts'
import { type BeforeAndAfter, leftAsItWas, type Reads } from './unchanged.ts'

/** Answers to a token whose lifetime is over. */
export interface ExpiredAnswers {
  /** Each operation with it, on a quote for which a valid token would succeed. */
  readonly expired: OperationAnswers
  /** The same with the secondary key, where there is one: no key makes an expired token valid. */
  readonly withSecondary?: OperationAnswers
  /** Status read with it behind a scheme in lower case. */
  readonly inLowerCase: Exchange
  /** The quotes of the update and the bind around these requests. */
  readonly around: Readonly<Record<'update' | 'bind', BeforeAndAfter>>
  /** The same operations with a new token. */
  readonly counterparts: OperationAnswers
}

/** Each operation with a token whose lifetime is over, and with a valid one. */
export type Ended = Pick<ExpiredAnswers, 'expired' | 'withSecondary' | 'counterparts'>

/** Makes the claims that no operation accepts a token whose lifetime is over. */
export const endedClaims = <T>(
  endedOf: (trace: T) => Ended | undefined,
  none: Verdict,
  when?: string,
): readonly Claim<T, Spec>[] =>
  OPERATIONS.map((operation) =>
    claim<T>(
      `${operation}-expired-token-401`,
      (trace) => {
        const ended = endedOf(trace)
        if (ended === undefined) return none
        const { expired, withSecondary, counterparts } = ended
        const refused = [expired[operation] ?? [], withSecondary?.[operation] ?? []].flat()
        const served = counterparts[operation]
        return refused.length === 0 || served === undefined
          ? cannotTell('the version does not have the operation')
          : ifNewTokenWorks(served, all(refused.map((exchange) => statusIs(exchange, 401))))
      },
      when,
    ),
  )

/** Judges a scheme in lower case. That a platform knows it follows from a standard only: so the code is open here. */
const refusedInLowerCase = claim<ExpiredAnswers>(
  'status-expired-token-401',
  ({ inLowerCase, counterparts: { status } }) =>
    status === undefined
      ? cannotTell('the version does not have the operation')
      : ifNewTokenWorks(status, statusClassIsNot(inLowerCase, 2)),
  'behind a scheme in lower case',
)

const changeNothing: readonly Claim<ExpiredAnswers, Spec>[] = (['update', 'bind'] as const).map((operation) =>
  claim<ExpiredAnswers>(
    `refused-${operation}-changes-nothing`,
    ({ around, expired, withSecondary }, { spec }) => {
      const sent = [expired[operation] ?? [], withSecondary?.[operation] ?? []].flat()
      return leftAsItWas(around[operation], sent, spec)
    },
    'with an expired token',
  ),
)

/** The claims about requests with a token whose lifetime is over (5.rule.5, R21). */
export const expiredClaims: readonly Claim<ExpiredAnswers, Spec>[] = [
  ...endedClaims<ExpiredAnswers>((seen) => seen, cutOff('nothing was asked')),
  refusedInLowerCase,
  ...changeNothing,
]

/** The quotes that the requests would change. */
export const changedIds = ({ changed: { update, bind } }: PerformAll): readonly string[] => [update, bind]

/** Sends each operation with a token whose lifetime is over, and then with a valid one. */
export async function sendExpired(
  context: PlatformContext,
  performAll: PerformAll,
  token: TokenChoice,
  reads: Reads,
): Promise<ExpiredAnswers> {
  const expired = await performAll({ token })
  const withSecondary = context.facts.credentials.has('secondary_integration_key')
    ? { withSecondary: await performAll({ token, key: 'secondary' }) }
    : {}
  const inLowerCase = await context.api.status(performAll.read, {
    credentials: { token, scheme: 'bearer' },
  })
  const [update, bind] = await reads.after()
  if (update === undefined || bind === undefined) throw new RangeError('a quote was not read')
  const around = { update, bind }
  return { expired, ...withSecondary, inLowerCase, around, counterparts: await performAll({ token: 'own' }) }
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import type { TokenRequest } from '../../../../conformance/ports/platform.ts'
import {
  all,
  cannotTell,
  failed,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import { OTHER_PARTNER, OWN } from '../access/asking.ts'
import type { PlatformContext } from '../context.ts'
import { describe, finding, isPutOff, succeeded } from '../judge/answer.ts'
import { uuidOfNoQuote } from '../quotes/no-quote.ts'

/** Actions that show things and change nothing. */
const READS: readonly OperatorAction[] = ['show_partner', 'show_client', 'list_keys', 'delivery_log']

/** The accounts of the profile, which no action of the back office scenarios is about. */
const ACCOUNTS = {
  own: { asking: {}, credentials: OWN },
  'the second': {
    asking: { clientId: 'other-partner', clientSecret: 'other-partner' },
    credentials: OTHER_PARTNER,
  },
} as const satisfies Readonly<Record<string, { readonly asking: TokenRequest; readonly credentials: object }>>

/** Everything that an account of the profile gets: a token, and an answer to a read of a quote that nobody has. */
interface Let {
  readonly token: Exchange
  /** Absent where no token was there to read with. */
  readonly read?: Exchange
}

/** The accounts of the profile after an action about another account. */
export interface OthersAfter {
  /** Absent for the read before all actions. */
  readonly action?: OperatorAction
  readonly accounts: Readonly<Partial<Record<keyof typeof ACCOUNTS, Let>>>
}

/** Checks the accounts of the profile after each action that changes something elsewhere. */
export function watchOthers({ http, api, facts, unique }: PlatformContext) {
  const seen: OthersAfter[] = []
  const readAgain = async (action?: OperatorAction): Promise<void> => {
    const accounts: Partial<Record<keyof typeof ACCOUNTS, Let>> = {}
    for (const name of Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[]) {
      if (name !== 'own' && !facts.credentials.has('other_partner')) continue
      const { asking, credentials } = ACCOUNTS[name]
      const token = await http.requestToken(asking)
      const read = await api.status(uuidOfNoQuote(unique()), { credentials }).catch(unlessUnable)
      accounts[name] = { token, ...(read && { read }) }
    }
    seen.push({ ...(action && { action }), accounts })
  }
  return {
    seen,
    async after(action: OperatorAction): Promise<void> {
      if (!READS.includes(action)) await readAgain(action)
    },
    before: (): Promise<void> => readAgain(),
  }
}

/** Judges that no action about an account changes what the credentials of others open (2.6, R36). */
export function othersAsBefore([before, ...afterwards]: readonly OthersAfter[]): Verdict {
  const verdicts = afterwards.flatMap(({ action, accounts }) =>
    (Object.keys(accounts) as (keyof typeof ACCOUNTS)[]).flatMap((name) => {
      const [was, is] = [before?.accounts[name], accounts[name]]
      if (was === undefined || is === undefined) return []
      const changed = (['token', 'read'] as const).find((one) => isLetIn(was[one]) && isTurnedAway(is[one]))
      const exchange = changed && is[changed]
      if (exchange?.answer === undefined) return [passed()]
      const expected = `${name === 'own' ? "the profile's account" : 'the second account of the profile'} as before, after ${action} of another one`
      return [failed(finding(exchange, expected, describe(exchange.answer), 'status'))]
    }),
  )
  return verdicts.length === 0 ? cannotTell('no action changed another account') : all(verdicts)
}

const isLetIn = (exchange: Exchange | undefined): boolean =>
  exchange?.answer !== undefined &&
  (succeeded(exchange) || (exchange.operation !== 'token' && exchange.answer.status === 404))

const isTurnedAway = (exchange: Exchange | undefined): boolean =>
  exchange?.answer !== undefined &&
  !isPutOff(exchange.answer) &&
  (exchange.operation === 'token' ? !succeeded(exchange) : [401, 403].includes(exchange.answer.status)) &&
  exchange.answer.status < 500

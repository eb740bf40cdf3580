import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { timeBetween } from '../../../model/access/standing.ts'
import type { Spec } from '../../../spec/spec.ts'
import { changesOfClient } from '../ledger/accounts.ts'
import { bearerScheme, keptBy } from '../ledger/credentials.ts'
import { actionsOnKeys, keysOfAccounts } from '../ledger/made-keys.ts'
import { meantimeOf } from '../ledger/meantimes.ts'
import { durationInWords } from '../vocabulary/time/in-words.ts'

type Words = (use: Exchange, facts: Facts<Spec>) => string | undefined

/** One circumstance of a request's credentials a line, in words. */
const CIRCUMSTANCES: readonly Words[] = [
  ({ request: { credentials } }) =>
    [credentials?.token, credentials?.key].includes('other-partner') ? 'of the other partner' : undefined,
  (use, facts) => {
    const partner = keptBy(use, facts)?.token.partner
    return partner === undefined || partner === 'own' || partner === 'other'
      ? undefined
      : 'of an account that the run opened'
  },
  statusOfClient,
  ageOfToken,
  keyInWords,
  (use) => (bearerScheme(use) === 'bearer' ? 'behind a scheme in lower case' : undefined),
]

/** Says in words what sets the credentials of a request apart; empty for the usual ones. */
export const wordsOfUse = (use: Exchange, facts: Facts<Spec>): string | undefined =>
  CIRCUMSTANCES.flatMap((words) => words(use, facts) ?? []).join(', ') || undefined

function keyInWords({ request, startedAt }: Exchange, facts: Facts<Spec>): string | undefined {
  const { key = 'none' } = request.credentials ?? {}
  if (key === 'primary' || key === 'other-partner') return undefined
  const made = keysOfAccounts(facts).get(key)
  if (made === undefined) return key === 'none' ? 'without a key' : `with the key: ${key}`
  const { slot = 'other', replaced } = made
  const [last] = actionsOnKeys(made.account, facts).filter((one) => one.startedAt < startedAt)
  const what = `with the ${slot} key of its account`
  if (replaced !== undefined && replaced.startedAt < startedAt) return `${what}, which was replaced`
  if (last === undefined || last === made.made) return what
  const { name, values } = last.action ?? {}
  return `${what}, after ${name === 'rotate_key' ? `the ${values?.slot} one was replaced` : 'another one was made'}`
}

/** The status of the client of a token, where it was changed since the grant. */
function statusOfClient(use: Exchange, facts: Facts<Spec>): string | undefined {
  const last = changesSince(use, facts).at(-1)
  if (last === undefined) return undefined
  return last.to === 'inactive' ? 'while its client is inactive' : 'after its client was active again'
}

/** The changes of the client of a kept token between its grant and its use. */
export function changesSince(use: Exchange, facts: Facts<Spec>): ReturnType<typeof changesOfClient> {
  const kept = keptBy(use, facts)
  if (kept === undefined) return []
  return changesOfClient(kept.token.clientId, facts).filter(
    ({ during: { from } }) => from.suiteMs >= kept.life.granted.to.suiteMs && from.suiteMs <= use.startedAt,
  )
}

function ageOfToken(use: Exchange, facts: Facts<Spec>): string | undefined {
  const kept = keptBy(use, facts)
  if (kept === undefined) return undefined
  const { granted, lifetimeMs } = kept.life
  const { least } = timeBetween(granted, meantimeOf(use))
  if (least < lifetimeMs / 2) return undefined
  const left = lifetimeMs - least
  return left >= 0
    ? `${durationInWords(left)} before the end of its token`
    : `${durationInWords(-left)} after the end of its token`
}

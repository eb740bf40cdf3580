import type { Exchange } from '../../../conformance/exchange.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { timeBetween } from '../../../model/access/standing.ts'
import type { Spec } from '../../../spec/spec.ts'
import { bearerScheme, changesOfClient, keptBy, meantimeOf } from '../ledger/credentials.ts'

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
  ({ request: { credentials } }) => keyInWords(credentials?.key ?? 'none'),
  (use) => (bearerScheme(use) === 'bearer' ? 'behind a scheme in lower case' : undefined),
]

/** Says in words what sets the credentials of a request apart; empty for the usual ones. */
export const wordsOfUse = (use: Exchange, facts: Facts<Spec>): string | undefined =>
  CIRCUMSTANCES.flatMap((words) => words(use, facts) ?? []).join(', ') || undefined

const keyInWords = (key: string): string | undefined =>
  key === 'primary' || key === 'other-partner'
    ? undefined
    : key === 'none'
      ? 'without a key'
      : `with the key: ${key}`

/** What was done last to the client of the token since that was granted. */
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

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]

function ageOfToken(use: Exchange, facts: Facts<Spec>): string | undefined {
  const kept = keptBy(use, facts)
  if (kept === undefined) return undefined
  const { granted, lifetimeMs } = kept.life
  const { least } = timeBetween(granted, meantimeOf(use))
  if (least < MINUTE) return undefined
  const left = lifetimeMs - least
  return left >= 0
    ? `${inWords(left)} before the end of its token`
    : `${inWords(-left)} after the end of its token`
}

function inWords(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.round(ms / SECOND)} seconds`
  return ms < 2 * HOUR ? `${Math.round(ms / MINUTE)} minutes` : `${Math.round(ms / HOUR)} hours`
}

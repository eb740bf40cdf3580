import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { asksForOwn } from '../ledger/owners.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { describe, finding, withAnswer } from '../vocabulary/judge/answer.ts'
import { forEach } from './for-each.ts'

/** The keys of each requirement, in the words of `KeyChoice`, with a scenario that shows enough for it. */
const KEYS = [
  { requirement: 'primary-key-works', keys: ['primary', 'other-partner'], shownIn: 'auth/primary-key' },
  { requirement: 'secondary-key-works', keys: ['secondary'], shownIn: 'auth/secondary-key' },
] as const

const isMeant = (
  { answer, request: { credentials, headers, framing } }: Exchange,
  keys: readonly string[],
): boolean =>
  answer !== undefined &&
  framing === undefined &&
  // Held tokens may be expired, or those of a client that is inactive.
  credentials?.held === undefined &&
  keys.includes(credentials?.key ?? 'none') &&
  (headerOf(headers, 'authorization') ?? '').startsWith('Bearer ')

/** Says whether the clock was moved meanwhile, so that the token may have expired on its way. */
const meetsMove = (exchange: Exchange, { exchanges }: Ledger): boolean =>
  exchanges.some(
    ({ action, startedAt, elapsedMs }) =>
      action?.name === 'advance_clock' &&
      startedAt <= exchange.startedAt + exchange.elapsedMs &&
      exchange.startedAt <= startedAt + elapsedMs,
  )

const isLetIn = (exchange: Exchange): Verdict =>
  withAnswer(exchange, (answer) =>
    answer.status === 401
      ? failed(finding(exchange, 'no 401, since token and key are valid', describe(answer), 'status'))
      : passed(),
  )

/** Statements about requests with a valid token and key for a quote of their partner: no endpoint refuses them as unauthorized (5.rule.6, R22). */
export const credentialStatements: readonly PlatformStandingClaim[] = KEYS.map(
  ({ requirement, keys, shownIn }) => ({
    ...standing(
      requirement,
      forEach(
        (exchange, ledger) =>
          isMeant(exchange, keys) && asksForOwn(exchange, ledger) && !meetsMove(exchange, ledger),
        isLetIn,
      ),
    ),
    shownIn: [shownIn],
  }),
)

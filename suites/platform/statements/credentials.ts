import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded } from '../../../conformance/ledger.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { accessOf, bearerScheme } from '../ledger/credentials.ts'
import { asksForOwn } from '../ledger/owners.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { describe, finding, succeeded, withAnswer } from '../vocabulary/judge/answer.ts'
import { isStrictJson } from '../vocabulary/judge/json.ts'
import { carriesToken, expiresAsStated, isBearer } from '../vocabulary/judge/token.ts'
import { forEach } from './for-each.ts'

/** The keys of each requirement, in the words of `KeyChoice`, with a scenario that shows enough for it. */
const KEYS = [
  { requirement: 'primary-key-works', keys: ['primary', 'other-partner'], shownIn: 'auth/primary-key' },
  { requirement: 'secondary-key-works', keys: ['secondary'], shownIn: 'auth/secondary-key' },
] as const

/** The lifetime of keys is not stated. They last for a day at least, in milliseconds. */
const KEYS_LAST_MS = 86_400_000

/** Says whether a request with valid credentials was served or refused for them. Another refusal says nothing about the key. */
const isMeant = (exchange: Exchange, keys: readonly string[], facts: Facts<Spec>): boolean =>
  (exchange.answer?.status === 401 || succeeded(exchange)) &&
  // Other statements judge kept tokens, by what became of them.
  exchange.request.credentials?.held === undefined &&
  keys.includes(exchange.request.credentials?.key ?? 'none') &&
  bearerScheme(exchange) === 'Bearer' &&
  accessOf(exchange, facts).standing === 'good'

const whose = ({ request }: Exchange): string =>
  request.credentials?.key === 'other-partner' ? "the other partner's" : "the partner's"

const isLetIn = (exchange: Exchange): Verdict =>
  withAnswer(exchange, (answer) =>
    answer.status === 401
      ? failed(
          finding(
            exchange,
            `no 401, since ${whose(exchange)} token and key are valid`,
            describe(answer),
            'status',
          ),
        )
      : passed(),
  )

/** Statements about requests with a valid token and key for a quote of their partner: no endpoint refuses them as unauthorized (5.rule.6, R22). */
const accessClaims: readonly PlatformStandingClaim[] = KEYS.map(({ requirement, keys, shownIn }) => ({
  ...standing(
    requirement,
    forEach(
      (exchange, facts) =>
        // In a recording a token may be expired, or its account disabled for a while.
        !isRecorded(facts) &&
        exchange.targetMs < KEYS_LAST_MS &&
        isMeant(exchange, keys, facts) &&
        asksForOwn(exchange, facts),
      isLetIn,
    ),
  ),
  shownIn: [shownIn],
}))

/** Scenarios that ask for tokens of several clients and one after another: enough where only statements about tokens are asked for. */
const SHOWN_IN = ['token/grant', 'auth/older-token', 'auth/mixed-credentials']

/** Claims on every answer that grants a right request a token, whoever asked and whenever (5, R20). */
function tokenClaims(spec: Spec): readonly PlatformStandingClaim[] {
  const isGrant = granted(spec)
  return [
    standing('token-answer-is-json', forEach(isGrant, isStrictJson)),
    standing('token-access-token', forEach(isGrant, carriesToken)),
    standing('token-type-bearer', forEach(isGrant, isBearer)),
    standing(
      'token-expires-in-3600',
      forEach(isGrant, (exchange) => expiresAsStated(exchange, spec)),
    ),
  ].map((claim) => ({ ...claim, shownIn: SHOWN_IN }))
}

/** Says whether an answer grants a token to a request in the stated form: how others are answered is open. */
const granted =
  ({ token: { method, grantType, scope } }: Spec) =>
  (exchange: Exchange): boolean => {
    const { operation, request } = exchange
    if (operation !== 'token' || request.method !== method || !succeeded(exchange)) return false
    const form = new URLSearchParams(request.body ?? '')
    return form.get('grant_type') === grantType && form.get('scope') === scope
  }

/** Statements about the use of valid credentials: tokens that are granted, and requests that come with them (5). */
export const validCredentialClaims = (spec: Spec): readonly PlatformStandingClaim[] => [
  ...tokenClaims(spec),
  ...accessClaims,
]

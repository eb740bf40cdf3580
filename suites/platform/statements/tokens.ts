import type { Exchange } from '../../../conformance/exchange.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { succeeded } from '../vocabulary/judge/answer.ts'
import { isStrictJson } from '../vocabulary/judge/json.ts'
import { carriesToken, expiresAsStated, isBearer } from '../vocabulary/judge/token.ts'
import { forEach } from './for-each.ts'

/** Scenarios that ask for tokens of several clients and one after another: enough where only statements about tokens are asked for. */
const SHOWN_IN = ['token/grant', 'auth/older-token', 'auth/mixed-credentials']

/** Claims on every answer that grants a right request a token, whoever asked and whenever (5, R20). */
export function tokenClaims(spec: Spec): readonly PlatformStandingClaim[] {
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

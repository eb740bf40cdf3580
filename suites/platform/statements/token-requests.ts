import type { Exchange } from '../../../conformance/exchange.ts'
import { isRecorded } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import { allDecided, cutOff, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import {
  actionsInWords,
  clientIdOf,
  madeClients,
  statusesOfAccount,
  statusesOfClient,
} from '../ledger/accounts.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { statusIs, succeeded } from '../vocabulary/judge/answer.ts'
import { noTokenIn, oauthError } from '../vocabulary/judge/no-token.ts'
import { under } from '../vocabulary/operator/step.ts'

/** A token request in the stated form, and all that is wrong with it. */
interface Asked {
  readonly exchange: Exchange
  readonly wrongs: readonly Wrong[]
}

type Wrong = keyof typeof WRONGS

/** The only thing that is wrong with a request, and its requirement. */
const WRONGS = {
  'a wrong secret': 'token-wrong-secret-refused',
  'no secret': 'token-missing-secret-refused',
  "another client's secret": 'token-foreign-secret-refused',
  'an unknown client': 'token-unknown-client-refused',
  'no client': 'token-missing-client-refused',
  'an inactive client': 'token-inactive-client-refused',
  'an account that is not active': 'only-active-partners-authenticate',
  'another grant': 'token-other-grant-refused',
  'another scope': 'token-other-scope-refused',
} as const

const WRONG_SECRETS = ['wrong', 'truncated', 'prolonged', 'swapped-case', 'empty']

/** The requests with which nothing is wrong. Some of their clients may be inactive. */
export const rightRequestsIn = (facts: Facts<Spec>): readonly Exchange[] =>
  askedIn(facts).flatMap(({ exchange, wrongs }) => (wrongs.length === 0 ? [exchange] : []))

/** The requests whose fields stand in a form. What a recording lacks may have been right. */
const askedIn = onceFor((facts: Facts<Spec>): readonly Asked[] =>
  isRecorded(facts)
    ? []
    : facts.exchanges
        .filter(
          ({ operation, request: { method, body, client } }) =>
            operation === 'token' &&
            method === facts.spec.token.method &&
            client !== undefined &&
            client.secret !== 'misread' &&
            isForm(body),
        )
        .map((exchange) => ({ exchange, wrongs: wrongsOf(exchange, facts) })),
)

const isForm = (body: string | undefined): boolean => body?.startsWith('{') === false

function wrongsOf(one: Exchange, facts: Facts<Spec>): readonly Wrong[] {
  const { id, secret } = one.request.client ?? { id: 'none', secret: 'none' }
  const form = new URLSearchParams(one.request.body ?? '')
  const clientId = clientIdOf(one)
  const account = madeClients(facts).get(clientId)?.account
  const { grantType, scope } = facts.spec.token
  const isOf = (wrong: Wrong, holds: boolean): readonly Wrong[] => (holds ? [wrong] : [])
  const isClient = id !== 'unknown' && id !== 'none'
  return [
    ...isOf('an unknown client', id === 'unknown'),
    ...isOf('no client', id === 'none'),
    ...isOf('a wrong secret', WRONG_SECRETS.includes(secret)),
    ...isOf('no secret', secret === 'none'),
    ...isOf(
      "another client's secret",
      isClient && secret !== id && !['none', ...WRONG_SECRETS].includes(secret),
    ),
    ...isOf('an inactive client', id === 'inactive' || !statusesOfClient(clientId, one, facts).has('active')),
    ...isOf(
      'an account that is not active',
      id === 'disabled-partner' || !statusesOfAccount(account, one, facts).has('active'),
    ),
    ...isOf('another grant', (form.get('grant_type') ?? grantType) !== grantType),
    ...isOf('another scope', form.get('scope')?.split(' ').includes(scope) === false),
  ]
}

/** Statements that a token request with one wrong thing gets no token, and how it is refused (5.rule.1, 5.rule.4, R20). */
export const tokenRequestStatements: readonly PlatformStandingClaim[] = [
  ...Object.entries(WRONGS).map(([wrong, requirement]) =>
    standing(requirement, (facts) =>
      refused(({ wrongs }) => wrongs.length === 1 && wrongs[0] === wrong, facts),
    ),
  ),
  standing('token-error-status', (facts) => ofRefusals(facts, (exchange) => statusIs(exchange, 400, 401))),
  standing('token-error-body', (facts) => ofRefusals(facts, oauthError)),
]

/** Judges requests that must get no token. A refusal shows something only where a right request of the same client gets one. */
function refused(concerns: (asked: Asked) => boolean, facts: Facts<Spec>): Verdict | undefined {
  const requests = askedIn(facts)
  const verdicts = requests.filter(concerns).flatMap(({ exchange, wrongs }): readonly Verdict[] => {
    const verdict = under([...wrongs, ...since(exchange, facts)].join(', '), noTokenIn(exchange))
    if (verdict.kind === 'failed') return [verdict]
    const isNobody = wrongs.some((wrong) => NOBODY.includes(wrong))
    const right = requests.filter(
      (one) => one.wrongs.length === 0 && (isNobody || clientIdOf(one.exchange) === clientIdOf(exchange)),
    )
    if (right.some((one) => succeeded(one.exchange))) return [verdict]
    return right.length === 0 ? [] : [cutOff('a right token request was refused too')]
  })
  return verdicts.length === 0 ? undefined : allDecided(verdicts)
}

const since = (asked: Exchange, facts: Facts<Spec>): readonly string[] => {
  const done = actionsInWords(clientIdOf(asked), asked, facts)
  return done === '' ? [] : [`after ${done}`]
}

/** Wrongs of clients that never get a token in the ledger: there it is enough that others do. */
const NOBODY: readonly Wrong[] = [
  'an unknown client',
  'no client',
  'an inactive client',
  'an account that is not active',
]

function ofRefusals(facts: Facts<Spec>, judge: (exchange: Exchange) => Verdict): Verdict | undefined {
  const refusals = askedIn(facts).filter(({ exchange, wrongs }) => wrongs.length > 0 && !succeeded(exchange))
  return refusals.length === 0 ? undefined : allDecided(refusals.map(({ exchange }) => judge(exchange)))
}

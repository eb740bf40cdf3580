import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import type { Finding } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { standing } from '../../claim.ts'
import { answerSummary, isQuoteRequest, nameOf } from '../vocabulary/requests.ts'
import { every, finding } from '../vocabulary/verdicts.ts'

const tokenRequests = (exchanges: readonly Exchange[]) =>
  exchanges.filter(({ operation }) => operation === 'token')

/** Legal: any letter case of the scheme, and a token that has just expired or was just refused. */
const sendsTheToken = standing('client-sends-the-token', ({ exchanges, spec }) =>
  every(exchanges.filter(isQuoteRequest), (one) => {
    const mark = one.request.credentials?.token
    if (mark !== 'none' && mark !== 'unknown') return undefined
    const observed = mark === 'none' ? 'none' : 'another value'
    return {
      ...finding(
        one,
        `${spec.token.headers.scheme} and a token of the token endpoint`,
        `${observed} on ${nameOf(one)}`,
      ),
      at: spec.token.headers.token,
    }
  }),
)

const sendsTheKey = standing('client-sends-the-integration-key', ({ exchanges, spec }) =>
  every(exchanges.filter(isQuoteRequest), (one) => {
    const mark = one.request.credentials?.key
    if (mark === 'own') return undefined
    const observed = mark === 'none' ? 'none' : 'another value'
    return {
      ...finding(one, 'the integration key', `${observed} on ${nameOf(one)}`),
      at: spec.token.headers.integrationKey,
    }
  }),
)

/** True for a token request that was sent to an unknown path. */
const isMisplaced = ({ operation, request, answer }: Exchange): boolean =>
  operation === 'other' && answer?.status === 404 && /\bgrant_type=/.test(request.body ?? '')

/** Legal: a charset in the content type, any order of fields. */
const isAForm = standing('client-token-request-is-a-form', ({ exchanges, spec }) =>
  every([...tokenRequests(exchanges), ...exchanges.filter(isMisplaced)], (one) => {
    const { method, url } = one.request
    if (isMisplaced(one))
      return finding(one, 'a request to the token address that was given', `one to ${url}`)
    if (method !== spec.token.method) return finding(one, `method ${spec.token.method}`, `method ${method}`)
    const type = contentTypeOf(one)
    if (type !== spec.token.contentType)
      return { ...finding(one, spec.token.contentType, type ?? 'none'), at: 'content-type' }
    return undefined
  }),
)

/** Legal: further fields. The answer shows that `client_id` and `client_secret` are right. */
const hasItsFields = standing('client-token-request-has-its-fields', ({ exchanges, spec }) =>
  every(
    tokenRequests(exchanges).filter((one) => contentTypeOf(one) === spec.token.contentType),
    (one) => lackOf(one, spec),
  ),
)

function lackOf(one: Exchange, spec: Spec): Finding | undefined {
  const form = new URLSearchParams(one.request.body ?? '')
  for (const [name, wanted] of Object.entries(spec.token.form)) {
    const given = form.getAll(name)
    if (given.length === 0 || given[0] === '')
      return { ...finding(one, `the field ${name}`, 'it is missing'), at: name }
    if (given.length > 1)
      return { ...finding(one, `the field ${name} once`, `${given.length} times`), at: name }
    if (wanted !== null && given[0] !== wanted) return { ...finding(one, wanted, given[0] ?? ''), at: name }
  }
  // The simulated platform gives this refusal only to wrong credentials.
  const refused = one.answer?.status === 401 && (one.answer.body.text ?? '').includes('invalid_client')
  return refused
    ? finding(one, 'client_id and client_secret as they were given', `other values: ${answerSummary(one)}`)
    : undefined
}

function contentTypeOf({ request }: Exchange): string | undefined {
  const value = headerOf(request.headers, 'content-type')
  return value?.split(';', 1)[0]?.trim().toLowerCase()
}

/** Statements about the credentials of every request. */
export const credentialClaims = [sendsTheToken, sendsTheKey, isAForm, hasItsFields]

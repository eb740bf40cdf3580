import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import { header } from '../../../conformance/exchange.ts'
import { strangeStart } from '../../../conformance/json/encoded.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { isAuthorized } from '../ledger/owners.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { finding, mediaTypeOf, statusIs, succeeded } from '../vocabulary/judge/answer.ts'
import { errorMessage, successEnvelope, withoutData } from '../vocabulary/judge/envelope.ts'
import { at, isObject, isStrictJson, jsonOf, show, withJson } from '../vocabulary/judge/json.ts'
import { forEach } from './for-each.ts'

const JSON_OPERATIONS: readonly Operation[] = ['submit', 'status', 'update', 'bind']

const successOf =
  (operation: Operation) =>
  (exchange: Exchange): boolean =>
    exchange.operation === operation && succeeded(exchange)

const isSubmitted = successOf('submit')
const isUpdated = successOf('update')
const isBound = successOf('bind')

/** Claims on every successful JSON answer, whatever the request was (1, 2.5, 4). */
export const envelopeClaims: readonly PlatformStandingClaim[] = [
  standing(
    'submit-answers-200',
    forEach(isServedSubmit, (exchange) => statusIs(exchange, 200)),
  ),
  standing(
    'submit-envelope',
    forEach(isSubmitted, (exchange) => successEnvelope(exchange, 'approved')),
  ),
  standing(
    'status-envelope',
    forEach(successOf('status'), (exchange) => successEnvelope(exchange, 'success')),
  ),
  standing(
    'update-envelope',
    forEach(isUpdated, (exchange) => successEnvelope(exchange, 'success')),
  ),
  standing('update-id', forEach(isUpdated, idIsThatOfThePath)),
  standing('update-status-field', forEach(isUpdated, updateStatusField)),
  standing(
    'bind-envelope',
    forEach(isBound, (exchange) => successEnvelope(exchange, 'accepted')),
  ),
  standing('bind-id', forEach(isBound, idIsThatOfThePath)),
  standing('json-answers-parse', forEach(isStated, parses)),
  standing('json-answers-carry-status', forEach(isStated, carriesStatus)),
  standing('json-answers-carry-data-or-error', forEach(isStated, carriesDataOrError)),
  standing('json-content-type', forEach(isStated, isJsonByName)),
  standing('json-is-utf-8', forEach(isStated, isUtf8)),
  standing('error-envelope', forEach(isRefusal, carriesRefusal)),
  standing('error-has-no-data', forEach(isRefusal, withoutData)),
  standing('error-message-is-string', forEach(isRefusal, errorMessage)),
  standing('error-message-says-something', forEach(isRefusal, saysSomething)),
]

/** A submit that succeeded with the right credentials. */
function isServedSubmit(exchange: Exchange, ledger: Ledger): boolean {
  return isSubmitted(exchange) && isAuthorized(exchange, ledger)
}

/** Matches ids of safe characters only: others might be refused by a proxy in front of the platform. */
const PLAIN_ID = /^[\w.-]*$/

/** A 400 of a JSON endpoint to a request with valid credentials and media type (7). The form of other refusals is not stated. */
function isRefusal(exchange: Exchange, ledger: Ledger): boolean {
  const { operation, answer, request, quoteId = '' } = exchange
  if (answer?.status !== 400 || !JSON_OPERATIONS.includes(operation) || !PLAIN_ID.test(quoteId)) return false
  const asJson = request.headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value),
  )
  return (asJson || operation === 'status') && isAuthorized(exchange, ledger)
}

/** An answer whose form is stated: a success of a JSON endpoint, or its 400. */
function isStated(exchange: Exchange, ledger: Ledger): boolean {
  return (JSON_OPERATIONS.includes(exchange.operation) && succeeded(exchange)) || isRefusal(exchange, ledger)
}

function idIsThatOfThePath(exchange: Exchange): Verdict {
  return withJson(exchange, (body) => {
    const id = at(body, '/data/id')
    return typeof id === 'string' && id.toLowerCase() === exchange.quoteId?.toLowerCase()
      ? passed()
      : failed(finding(exchange, `the quote's id ${show(exchange.quoteId)}`, show(id), '/data/id'))
  })
}

function updateStatusField(exchange: Exchange): Verdict {
  return withJson(exchange, (body) => {
    const status = at(body, '/data/status')
    return typeof status === 'string'
      ? passed()
      : failed(finding(exchange, 'a string', show(status), '/data/status'))
  })
}

function carriesStatus(exchange: Exchange): Verdict {
  return withJson(exchange, ({ status }) =>
    typeof status === 'string' ? passed() : failed(finding(exchange, 'a string', show(status), '/status')),
  )
}

function carriesDataOrError(exchange: Exchange): Verdict {
  return withJson(exchange, ({ data, error }) => {
    if (isObject(data) !== isObject(error)) return passed()
    // With both, one is too many; with neither, one is missing.
    const place = succeeded(exchange) === isObject(data) ? '/error' : '/data'
    return failed(finding(exchange, 'either data or error, an object', show({ data, error }), place))
  })
}

function carriesRefusal(exchange: Exchange): Verdict {
  return withJson(exchange, ({ status, error }) =>
    (status === 'error' || status === 'declined') && isObject(error)
      ? passed()
      : failed(
          finding(
            exchange,
            'status error or declined, and an object error',
            show({ status, error }),
            isObject(error) ? '/status' : '/error',
          ),
        ),
  )
}

function saysSomething(exchange: Exchange): Verdict {
  const message = at(jsonOf(exchange), '/error/message')
  return typeof message === 'string' && message.trim() !== ''
    ? passed()
    : failed(finding(exchange, 'words', show(message), '/error/message'))
}

/** Another claim judges the encoding. */
function parses(exchange: Exchange): Verdict {
  return exchange.answer?.body.encoding === undefined
    ? isStrictJson(exchange)
    : withJson(exchange, () => passed())
}

function isJsonByName(exchange: Exchange): Verdict {
  const { answer } = exchange
  const type = answer && mediaTypeOf(answer)
  return type === 'application/json'
    ? passed()
    : failed(finding(exchange, 'Content-Type application/json', type ?? 'no Content-Type', 'content-type'))
}

function isUtf8(exchange: Exchange): Verdict {
  const { answer } = exchange
  const strange = answer?.body.encoding && strangeStart(answer.body)
  if (strange !== undefined) return failed(finding(exchange, 'JSON in UTF-8', strange, 'body'))
  const charset = /charset="?([^";]+)/i.exec((answer && header(answer, 'content-type')) ?? '')?.[1]
  if (charset !== undefined && !['utf-8', 'utf8'].includes(charset.trim().toLowerCase()))
    return failed(finding(exchange, 'charset utf-8', charset, 'content-type'))
  return jsonOf(exchange) === undefined
    ? failed(finding(exchange, 'JSON in UTF-8', 'bytes that are neither', 'body'))
    : passed()
}

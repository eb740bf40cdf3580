import type { Exchange } from '../../../conformance/exchange.ts'
import { headerOf } from '../../../conformance/headers.ts'
import { isObject } from '../../../conformance/json/object.ts'
import { valueAt } from '../../../conformance/json/pointer.ts'
import type { ClientRun, Performance } from '../../../conformance/ports/client.ts'
import type { StandingClaim } from '../../../conformance/scenario.ts'
import { cannotTell, type Finding } from '../../../conformance/verdict.ts'
import type { JsonSchema } from '../../../spec/json-schema.ts'
import type { SchemaBreach } from '../../../spec/schemas.ts'
import type { Spec } from '../../../spec/spec.ts'
import { standing } from '../../claim.ts'
import { type ClientClaim, sessionClaim } from '../vocabulary/context.ts'
import { jsonBody } from '../vocabulary/requests.ts'
import { each, every, finding, judged } from '../vocabulary/verdicts.ts'
import { differenceOf, withoutNulls } from './same-json.ts'

const WITH_BODY = new Set(['submit', 'update', 'bind'])

/** Legal: any white space, key order and escapes; a charset that says UTF-8. */
const bodiesAreJson = standing('client-bodies-are-json', ({ exchanges }) =>
  every(
    exchanges.filter(({ operation, request }) => WITH_BODY.has(operation) && request.body !== undefined),
    (one) => {
      const { body = '', headers } = one.request
      if (body.includes('\ufffd')) return finding(one, 'a body in UTF-8', 'other bytes')
      if (jsonBody(one) === undefined) return finding(one, 'a JSON body', body.slice(0, 200))
      const type = headerOf(headers, 'content-type') ?? 'none'
      const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i.test(type.trim())
      return isJson ? undefined : { ...finding(one, 'application/json', type), at: 'content-type' }
    },
  ),
)

/** Legal: only some of the fields. Also `null` for an optional field, which the specification leaves open. */
const updateIsValid = standing('client-update-is-valid', ({ exchanges, spec }) =>
  every(
    exchanges.filter(({ operation }) => operation === 'update'),
    (one) => {
      const body = withoutNulls(jsonBody(one))
      if (!isObject(body)) return finding(one, 'a JSON object', one.request.body?.slice(0, 200) ?? 'no body')
      const unknown = unknownField(body, spec.schema('Update'), '')
      if (unknown !== undefined) return { ...finding(one, 'only stated fields', unknown), at: unknown }
      const [breach] = spec.validate('Update', '', body)
      return breach && invalid(one, body, breach)
    },
  ),
)

function invalid(one: Exchange, body: unknown, { wanted, pointer }: SchemaBreach): Finding {
  const seen = JSON.stringify(valueAt(body, pointer)) ?? 'nothing'
  return { ...finding(one, wanted, seen.slice(0, 200)), at: pointer }
}

function unknownField(value: unknown, schema: JsonSchema | undefined, at: string): string | undefined {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : undefined
  if (!isObject(value) || properties === undefined) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) return `${at}/${name}`
    const found = unknownField(inner, properties[name] as JsonSchema, `${at}/${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Legal: any white space. */
const bindIsEmpty = standing('client-bind-sends-empty-object', ({ exchanges }) =>
  every(
    exchanges.filter(({ operation }) => operation === 'bind'),
    (one) => {
      const body = jsonBody(one)
      const isEmpty = isObject(body) && Object.keys(body).length === 0
      return isEmpty
        ? undefined
        : finding(one, 'an empty JSON object', one.request.body?.slice(0, 200) ?? 'no body')
    },
  ),
)

/**
 * Legal: an amount as number or as text, and `null` in further optional fields. A person who drives the client enters a
 * submission of their own, so only its validity counts.
 */
export const submissionIsValid = sessionClaim('client-submission-is-valid', (trace, { spec }) =>
  each(trace, (performance) => {
    const submits = performance.requests.filter(({ operation }) => operation === 'submit')
    const findings = submits.flatMap((one) => wrongIn(one, performance, spec) ?? [])
    return judged(submits.length, findings, 'nothing was submitted')
  }),
)

function wrongIn(one: Exchange, { runs }: Performance, spec: Spec): Finding | undefined {
  const body = withoutNulls(jsonBody(one))
  const [breach] = spec.validate('Submission', '', body)
  if (breach !== undefined) return invalid(one, body, breach)
  const differences = runs.map((run) => differenceFrom(run, body))
  if (runs.length === 0 || differences.includes(undefined)) return undefined
  const at = differences[0] ?? ''
  return { ...finding(one, 'the submission that it was given', `another value at ${at}`), at }
}

const differenceFrom = ({ byHand, submission }: ClientRun, body: unknown): string | undefined =>
  byHand === true ? undefined : differenceOf(submission, body)

/** The same claim for sessions that depend on the step: if the journey lacks the step, the verdict says so. */
const inSession = (one: StandingClaim<Spec>, nothing: string): ClientClaim =>
  sessionClaim(one.requirement, ({ performances }, facts) => {
    const exchanges = performances.flatMap(({ requests }) => requests)
    return one.judge({ ...facts, exchanges }) ?? cannotTell(nothing)
  })

export const updateIsValidHere = inSession(updateIsValid, 'no update was sent')
export const bindIsEmptyHere = inSession(bindIsEmpty, 'no bind was sent')

/** Statements about the bodies of every request. */
export const bodyClaims = [bodiesAreJson, updateIsValid, bindIsEmpty]

import { isObject } from '../../conformance/json/object.ts'
import type { Spec } from '../../spec/index.ts'
import { accepts } from '../accept/accepts.ts'
import { wanted } from '../accept/described.ts'
import type { HttpInteraction } from '../model.ts'
import { isJsonType, mediaType } from '../read/content.ts'
import { fieldText } from '../read/fields.ts'
import { componentOf } from './component.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { checkHeaders } from './headers.ts'
import { checkValue, type Tree } from './value.ts'

/** Checks an interaction with the token endpoint against the specification: the form, and the grant or its refusal. */
export function checkToken(spec: Spec, interaction: HttpInteraction): readonly PactFinding[] {
  const { status } = interaction.response
  const granted = status >= 200 && status < 300
  return [...(granted ? checkForm(spec, interaction) : []), ...checkAnswer(spec, interaction, granted)]
}

function checkForm(spec: Spec, { request }: HttpInteraction): readonly PactFinding[] {
  const { body } = request
  const { method, contentType, form } = spec.token
  const facts = { clause: '5', at: body.at }
  const findings: PactFinding[] = []
  if (request.method !== method)
    findings.push(
      wrong({
        ...facts,
        at: `${request.at}/method`,
        expected: method,
        observed: request.method,
        reason: 'A token is asked for with POST.',
      }),
    )
  const type = fieldText(request.headers, 'content-type') ?? body.contentType
  if (type === undefined ? body.kind === 'json' && !isForm(body.value) : mediaType(type) !== contentType)
    return [
      ...findings,
      wrong({
        ...facts,
        expected: contentType,
        observed: type ?? 'JSON',
        reason: 'A token request is form-encoded.',
      }),
    ]
  const sent = new URLSearchParams(
    body.kind === 'text' ? body.text : body.kind === 'json' && isObject(body.value) ? pairs(body.value) : '',
  )
  for (const [name, value] of Object.entries(form)) {
    const got = sent.get(name)
    const one = {
      ...facts,
      expected: `${name}${value === null ? '' : `=${value}`}`,
      observed: got === null ? 'it is missing' : `${name}=${got}`,
    }
    if (name === 'scope' && got === null)
      findings.push(
        open({
          ...one,
          reason: 'The specification does not say what a request without a scope gets.',
          reading: 'R20',
        }),
      )
    else if (got === null || (value !== null && got !== value))
      findings.push(wrong({ ...one, reason: 'A token request carries this field.', reading: 'R20' }))
  }
  return findings
}

/** Some tools write the fields of a form as an object. */
const isForm = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => Array.isArray(one))

const pairs = (value: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(value).map(([name, one]) => [name, String(Array.isArray(one) ? one[0] : one)])

const REFUSALS = new Set([400, 401])

function checkAnswer(spec: Spec, interaction: HttpInteraction, granted: boolean): readonly PactFinding[] {
  const { response } = interaction
  const { status, body } = response
  const { success, contentType } = spec.token
  const facts = { at: `${response.at}/status`, observed: String(status), clause: '5' }
  if (granted && status !== success)
    return [
      wrong({ ...facts, expected: String(success), reason: 'A token is granted with 200.', reading: 'R20' }),
    ]
  if (status >= 300 && status < 400)
    return [
      wrong({
        ...facts,
        expected: `${success}, or a refusal`,
        reason: 'The token endpoint does not redirect.',
      }),
    ]
  const odd =
    granted || REFUSALS.has(status) || status === 500
      ? []
      : [
          open({
            ...facts,
            expected: '400 or 401',
            reason: 'Only what RFC 6749 says of refusals can be relied on.',
            reading: 'R20',
          }),
        ]
  const found = [
    ...odd,
    ...checkHeaders(response, 'application/json', '5').filter(
      (one) => granted || isJsonType(contentType) || one.verdict === 'open',
    ),
  ]
  const schema = componentOf(spec, granted ? 'TokenResponse' : 'TokenError')
  if (body.kind === 'absent' || schema === undefined || status >= 500) return found
  if (body.kind !== 'json')
    return [
      ...found,
      wrong({
        ...facts,
        at: body.at,
        expected: 'JSON',
        observed: `a body of ${body.kind}`,
        reason: 'The token endpoint answers in JSON.',
      }),
    ]
  const tree: Tree = {
    ...{ rules: response.rules, generators: response.generators, category: 'body', at: body.at },
    clause: () => '5',
    given: () => false,
    narrowed: (pointer, _, expected) => {
      if (pointer !== '/error') return undefined
      if (spec.token.errorCodes.some((code) => accepts(expected, code))) return []
      return [
        wrong({
          ...facts,
          at: `${body.at}/error`,
          expected: spec.token.errorCodes.join(', '),
          observed: wanted(expected),
          reason: 'RFC 6749 names the codes of refusals.',
        }),
      ]
    },
  }
  const held = checkValue(body.value, schema, tree)
  // The form of a refusal comes from RFC 6749. The specification itself does not state it, so a breach is only open.
  return [...found, ...(granted ? held : held.map((one) => ({ ...one, verdict: 'open' as const })))]
}

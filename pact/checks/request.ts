import type { Spec } from '../../spec/index.ts'
import { shownValue } from '../accept/described.ts'
import { generatorAt } from '../accept/expected.ts'
import type { HttpInteraction } from '../model.ts'
import { isJsonType, mediaType } from '../read/content.ts'
import { fieldNamed, fieldText } from '../read/fields.ts'
import type { InteractionSubject } from './endpoint.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { checkRequestBody } from './request-body.ts'
import { isAboutRefusal } from './states.ts'

type Quote = InteractionSubject & { readonly kind: 'quote' }

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** Path segments that name a resource and that often stand before an endpoint's path. The specified paths do not have them. */
const RESOURCE = /^(v\d[\d.]*|quotes?|polic(y|ies)|documents?|brokers?|binds?|submissions?)$/i

/** Checks the request of a quote endpoint against the specification: address, credentials, body. */
export function checkRequest(
  spec: Spec,
  interaction: HttpInteraction,
  subject: Quote,
): readonly PactFinding[] {
  const { request, response } = interaction
  const refused = response.status === 401 || response.status === 403
  return [
    ...checkAddress(interaction, subject),
    ...(refused ? [] : checkCredentials(spec, interaction)),
    ...(refused ? [] : checkType(interaction)),
    ...(refused ? [] : bodyFindings(spec, interaction, subject)),
    ...request.query.map((field) =>
      open({
        at: field.at,
        expected: 'no query',
        observed: `${field.name}=${field.values.join(',')}`,
        reason: 'No endpoint has query parameters; what becomes of them is not specified.',
        clause: '4',
      }),
    ),
  ]
}

function checkAddress({ request, response }: HttpInteraction, { before, id }: Quote): readonly PactFinding[] {
  const at = `${request.at}/path`
  const facts = { at, observed: request.path, clause: '4' }
  const resource = before.find((step) => RESOURCE.test(step))
  const base =
    resource !== undefined
      ? [
          wrong({
            ...facts,
            expected: 'the path of an endpoint below the base address',
            reason: `No endpoint has ${shownValue(resource)} in its path.`,
          }),
        ]
      : before.length > 0 && before.join('/') !== 'api'
        ? [
            open({
              ...facts,
              expected: 'a path below the base address',
              reason: `It only holds where the base address ends in /${before.join('/')}.`,
            }),
          ]
        : []
  const slash = request.path.length > 1 && request.path.endsWith('/')
  const trailing = slash
    ? [
        open({
          ...facts,
          expected: 'no slash at the end',
          reason: 'The specification does not say whether a path with a slash at its end is served.',
        }),
      ]
    : []
  const made = generatorAt(request.generators, 'path', []) !== undefined
  if (id === undefined || made || UUID.test(decodeURIComponent(id)) || response.status === 401)
    return [...base, ...trailing]
  const success = response.status < 300
  const noUuid = { ...facts, expected: 'a UUID as quote id', clause: '4', reading: 'R12' }
  return [
    ...base,
    ...trailing,
    success
      ? wrong({ ...noUuid, reason: 'An id that is no UUID is never answered with 2xx.' })
      : open({ ...noUuid, reason: 'The specification does not say how an id that is no UUID is refused.' }),
  ]
}

function checkCredentials(spec: Spec, interaction: HttpInteraction): readonly PactFinding[] {
  const { request, response } = interaction
  const { token, scheme, integrationKey } = spec.token.headers
  const isRefusal = response.status >= 400 && isAboutRefusal(interaction)
  const missing = (name: string): PactFinding => {
    const facts = {
      at: `${request.at}/headers`,
      expected: `the header ${name}`,
      observed: 'it is missing',
      clause: '5',
      reading: 'R21',
    }
    return isRefusal
      ? open({ ...facts, reason: 'How missing credentials are refused is not fully specified.' })
      : wrong({ ...facts, reason: 'Every request to a quote endpoint carries both credentials.' })
  }
  const findings: PactFinding[] = []
  const bearer = fieldNamed(request.headers, token)
  const value = fieldText(request.headers, token)
  if (bearer === undefined) findings.push(missing(token))
  else if (generatorAt(request.generators, 'header', [bearer.name]) === undefined && !isRefusal) {
    const facts = {
      at: bearer.at,
      expected: `${scheme} and a token`,
      observed: shownValue(value),
      clause: '5',
    }
    if (value === undefined || !new RegExp(`^${scheme}\\s+\\S+`, 'i').test(value))
      findings.push(wrong({ ...facts, reason: `The access token is sent as ${scheme} token.` }))
    else if (!value.startsWith(`${scheme} `))
      findings.push(
        open({
          ...facts,
          reason: `The specification does not say whether the word ${scheme} is compared with its case.`,
        }),
      )
  }
  const isKeyInForce = spec.requirements.some(
    (one) => one.id === 'change-integration-key-introduced' && spec.holds(one),
  )
  if (isKeyInForce && !fieldText(request.headers, integrationKey)) findings.push(missing(integrationKey))
  return findings
}

function checkType({ request }: HttpInteraction): readonly PactFinding[] {
  const stated = fieldNamed(request.headers, 'content-type')
  const type = fieldText(request.headers, 'content-type') ?? request.body.contentType
  if (request.body.kind === 'absent' || type === undefined || isJsonType(mediaType(type))) return []
  return [
    open({
      at: stated?.at ?? request.body.at,
      expected: 'application/json',
      observed: type,
      reason: 'The specification does not say what becomes of a body under another type.',
      clause: '1',
      reading: 'R2',
    }),
  ]
}

/** A partner that expects a refusal may send an invalid body. */
function bodyFindings(spec: Spec, interaction: HttpInteraction, { endpoint }: Quote): readonly PactFinding[] {
  const { request, response } = interaction
  const { body } = request
  if (endpoint.operation === 'bind') return checkBind(interaction)
  if (endpoint.method === 'GET')
    return body.kind === 'absent' ||
      (body.kind === 'json' && body.value === null) ||
      (body.kind === 'text' && body.text === '')
      ? []
      : [
          open({
            at: body.at,
            expected: 'no body',
            observed: body.kind,
            reason: 'The specification does not say what becomes of a body.',
            clause: '4',
          }),
        ]
  const found = checkRequestBody(
    spec,
    request,
    endpoint.operation === 'submit'
      ? { schema: 'Submission', clause: '2.1' }
      : { schema: 'Update', clause: '2.4' },
  )
  return response.status >= 400 ? [] : found
}

function checkBind({ request: { body }, response }: HttpInteraction): readonly PactFinding[] {
  const facts = { at: body.at, expected: '{}', clause: '4.rule.4' }
  if (
    body.kind === 'json' &&
    body.value !== null &&
    typeof body.value === 'object' &&
    !Array.isArray(body.value)
  ) {
    const names = Object.keys(body.value)
    if (names.length === 0) return []
    const fields = { ...facts, observed: names.join(', ') }
    return response.status >= 400
      ? [open({ ...fields, reason: 'The specification does not say how a bind with fields is refused.' })]
      : [wrong({ ...fields, reason: 'A bind sends an empty JSON object.' })]
  }
  if (body.kind === 'absent' || (body.kind === 'json' && body.value === null))
    return [
      open({
        ...facts,
        observed: 'no body',
        reason: 'The specification does not say whether a bind without its empty object is taken.',
      }),
    ]
  if (response.status >= 400) return []
  return [
    wrong({
      ...facts,
      observed: body.kind === 'json' ? shownValue(body.value) : body.kind,
      reason: 'A bind sends an empty JSON object.',
    }),
  ]
}

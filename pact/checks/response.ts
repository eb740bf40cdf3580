import { isObject } from '../../conformance/json/object.ts'
import { type JsonSchema, meaningOf, type Spec } from '../../spec/index.ts'
import { accepts } from '../accept/accepts.ts'
import { expectedAt } from '../accept/expected.ts'
import type { HttpInteraction, Rule } from '../model.ts'
import { checkOpenBody, checkPdf, checkPlainText } from './answer-body.ts'
import { componentOf } from './component.ts'
import type { InteractionSubject } from './endpoint.ts'
import { checkEnvelope, type EnvelopeQuestion } from './envelope.ts'
import type { PactFinding } from './finding.ts'
import { checkHeaders } from './headers.ts'
import { statedState } from './states.ts'
import { checkStatus } from './status.ts'

type Quote = InteractionSubject & { readonly kind: 'quote' }

/**
 * Checks the answer that a file expects of a quote endpoint against those of a conforming platform.
 * @param invalid true where the request body breaks its schema
 */
export function checkResponse(
  spec: Spec,
  interaction: HttpInteraction,
  subject: Quote,
  invalid: boolean,
): readonly PactFinding[] {
  const state = statedState(
    interaction,
    spec.lifecycle.states.map(({ name }) => name),
  )
  const judged = withStatus(interaction, subject)
  const rule = statusRule(interaction)
  const anyRefusal =
    rule !== undefined && [400, 404, 409, 422, 499].every((one) => takesStatus(rule, one, one))
  const status = checkStatus({ spec, interaction: judged, subject, state, invalid, anyRefusal })
  if (status.some(({ verdict }) => verdict === 'failed')) return status
  return [...status, ...checkContent({ spec, interaction: judged, subject, state, invalid })]
}

const statusRule = ({ response }: HttpInteraction): Rule | undefined =>
  response.rules.find(({ category }) => category === 'status')?.rules[0]

/** If any status of a class is accepted, the check uses the specified one of that class. */
function withStatus(interaction: HttpInteraction, { endpoint }: Quote): HttpInteraction {
  const { response } = interaction
  const rule = statusRule(interaction)
  const success = endpoint.success ?? 200
  if (rule === undefined || !takesStatus(rule, success, response.status)) return interaction
  const own = takesStatus(rule, response.status, response.status) && response.status >= 300
  return own ? interaction : { ...interaction, response: { ...response, status: success } }
}

function takesStatus(rule: Rule, status: number, example: number): boolean {
  return rule.kind === 'statusCode'
    ? rule.statuses(status)
    : accepts({ example, rules: [rule], combine: 'and' }, status)
}

function checkContent(question: EnvelopeQuestion): readonly PactFinding[] {
  const { spec, interaction, subject } = question
  const { response } = interaction
  const { operation, answer } = subject.endpoint
  const isSuccess = response.status >= 200 && response.status < 300
  if (isSuccess) return answer === 'pdf' ? pdf(question) : json(question, successSchema(question))
  const row = meaningOf(spec.errors, operation, response.status)
  if (row?.body === 'text') return [...checkHeaders(response, 'text/plain', '7'), ...checkPlainText(response)]
  if (row?.body === 'json') return json(question, refusalSchema(question, row.words ?? []))
  return [
    ...checkHeaders(response, undefined, '7.rule.4'),
    ...checkOpenBody(response, 'The body of this refusal is not specified.'),
  ]
}

const pdf = ({ interaction: { response } }: EnvelopeQuestion): readonly PactFinding[] => [
  ...checkHeaders(response, 'application/pdf', '4'),
  ...checkPdf(response),
]

function json(question: EnvelopeQuestion, schema: JsonSchema | undefined): readonly PactFinding[] {
  const { response } = question.interaction
  return [
    ...checkHeaders(response, 'application/json', '1'),
    ...(schema === undefined
      ? checkOpenBody(response, 'The body of this answer is not specified.')
      : checkEnvelope(question, schema)),
  ]
}

const SUCCESSES: Readonly<Record<string, string>> = {
  submit: 'SubmitAnswer',
  status: 'StatusAnswer',
  update: 'UpdateAnswer',
  bind: 'BindAnswer',
}

const successSchema = ({ spec, subject }: EnvelopeQuestion): JsonSchema | undefined =>
  componentOf(spec, SUCCESSES[subject.endpoint.operation] ?? '')

/** The schema of a decline if the file expects the word `declined`, else that of an error. */
function refusalSchema(
  { spec, interaction, invalid }: EnvelopeQuestion,
  stated: readonly string[],
): JsonSchema | undefined {
  // Only a valid submission reaches underwriting, which declines.
  const words = invalid ? stated.filter((word) => word !== 'declined') : stated
  const { body, rules } = interaction.response
  const example = body.kind === 'json' && isObject(body.value) ? body.value.status : undefined
  const expected = expectedAt(example, rules, 'body', ['status'])
  const taken = words.filter((word) => example === undefined || accepts(expected, word))
  const component = componentOf(spec, taken[0] === 'declined' ? 'DeclinedEnvelope' : 'ErrorEnvelope')
  // A file may accept several words; a type matcher accepts all of them.
  return component === undefined || taken.length < 2
    ? component
    : { ...component, properties: { ...component.properties, status: { type: 'string', enum: words } } }
}

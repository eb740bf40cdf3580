import type { Spec } from '../../spec/index.ts'
import type { HttpInteraction, Interaction } from '../model.ts'
import { type InteractionSubject, subjectOf } from './endpoint.ts'
import { checkEvent } from './event.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { checkRequest } from './request.ts'
import { checkRequestBody } from './request-body.ts'
import { checkResponse } from './response.ts'
import { checkToken } from './token.ts'

/** Checks one interaction of a Pact file against a version of the specification. */
export function checkInteraction(spec: Spec, interaction: Interaction): readonly PactFinding[] {
  switch (interaction.kind) {
    case 'http':
      return checkHttp(spec, interaction)
    case 'message':
      return checkEvent(spec, { ...interaction, fields: interaction.metadata, fieldCategory: 'metadata' })
    case 'other':
      return [
        wrong({
          at: `${interaction.at}/type`,
          expected: 'HTTP, or events as asynchronous messages',
          observed: interaction.type,
          reason: 'The service has no such messages.',
          clause: '1',
        }),
      ]
  }
}

function checkHttp(spec: Spec, interaction: HttpInteraction): readonly PactFinding[] {
  const subject = subjectOf(spec, interaction)
  const { request } = interaction
  switch (subject.kind) {
    case 'token':
      return checkToken(spec, interaction)
    case 'delivery':
      return [
        ...(request.method === 'POST'
          ? []
          : [
              wrong({
                at: `${request.at}/method`,
                expected: 'POST',
                observed: request.method,
                reason: 'Events are delivered with POST.',
                clause: '6',
              }),
            ]),
        ...checkEvent(spec, {
          ...{ description: interaction.description, contents: request.body, fields: request.headers },
          ...{ fieldCategory: 'header', rules: request.rules, generators: request.generators },
        }),
      ]
    case 'quote':
      return [
        ...checkRequest(spec, interaction, subject),
        ...refusalOfRight(spec, interaction, subject),
        ...checkResponse(spec, interaction, subject, isInvalid(spec, interaction, subject)),
      ]
    case 'unknown':
      return [
        subject.methods.length > 0
          ? wrong({
              at: `${request.at}/method`,
              expected: subject.methods.join(' or '),
              observed: request.method,
              reason: 'This endpoint has another method.',
              clause: '4',
            })
          : wrong({
              at: `${request.at}/path`,
              expected: `one of ${spec.endpoints.map(({ path }) => path).join(', ')}`,
              observed: request.path,
              reason: 'There is no such endpoint.',
              clause: '4',
            }),
      ]
  }
}

type Quote = InteractionSubject & { readonly kind: 'quote' }

function bodyBreaches(spec: Spec, { request }: HttpInteraction, { endpoint }: Quote): readonly PactFinding[] {
  if (endpoint.operation === 'submit')
    return checkRequestBody(spec, request, { schema: 'Submission', clause: '2.1' })
  return endpoint.operation === 'update'
    ? checkRequestBody(spec, request, { schema: 'Update', clause: '2.4' })
    : []
}

const isInvalid = (spec: Spec, interaction: HttpInteraction, subject: Quote): boolean =>
  bodyBreaches(spec, interaction, subject).some(({ verdict }) => verdict === 'failed')

/** A file that expects a valid submission to be refused as invalid relies on rules that are not specified. */
function refusalOfRight(spec: Spec, interaction: HttpInteraction, subject: Quote): readonly PactFinding[] {
  const { response } = interaction
  const word = response.body.kind === 'json' ? JSON.stringify(response.body.value) : ''
  const isError = response.status === 400 && /"status":"error"/.test(word)
  if (subject.endpoint.operation !== 'submit' || !isError || isInvalid(spec, interaction, subject)) return []
  return [
    open({
      at: interaction.request.body.at,
      expected: 'a submission that is invalid',
      observed: 'a valid one',
      reason: 'The specification does not say which valid submissions are refused as errors.',
      clause: '7',
      reading: 'R2',
    }),
  ]
}

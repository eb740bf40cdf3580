import { MatchersV3 } from '@pact-foundation/pact'
import type { JsonSchema, Spec } from '../../spec/index.ts'
import { componentOf } from '../checks/component.ts'
import type { ContractRow } from './contract.ts'
import { expectationOf, oneOf } from './matchers.ts'

/** The answer of a row: its media type and its JSON body, where they are specified. */
export interface ContractAnswer {
  /** A pattern with an example. */
  readonly type?: { readonly pattern: string; readonly example: string }
  readonly json?: unknown
  /** True where the body is a PDF. */
  readonly pdf?: true
}

const JSON_TYPE = { pattern: '^application/json.*$', example: 'application/json' }
const SCHEMAS: Readonly<Record<string, string>> = {
  token: 'TokenResponse',
  update: 'UpdateAnswer',
  bind: 'BindAnswer',
  error: 'ErrorEnvelope',
  declined: 'DeclinedEnvelope',
}

export function contractAnswerOf(spec: Spec, row: ContractRow): ContractAnswer {
  switch (row.answer) {
    case 'open':
      return {}
    case 'pdf':
      return { type: { pattern: '^application/pdf.*$', example: 'application/pdf' }, pdf: true }
    case 'text':
      return { type: { pattern: '^text/plain.*$', example: 'text/plain' } }
    case 'record':
      return { type: JSON_TYPE, json: recordOf(spec, row) }
    default: {
      const schema = componentOf(spec, SCHEMAS[row.answer] ?? '')
      return { type: JSON_TYPE, ...(schema !== undefined && { json: expectationOf(schema) }) }
    }
  }
}

function recordOf(spec: Spec, { operation, states = [] }: ContractRow): unknown {
  const schema: JsonSchema | undefined = componentOf(
    spec,
    operation === 'submit' ? 'SubmitAnswer' : 'StatusAnswer',
  )
  if (schema === undefined) return undefined
  const rated = states.length > 0 && states.every((state) => spec.lifecycle.rated.includes(state))
  return expectationOf(schema, {
    also: rated ? spec.ratedParts : [],
    values: { quote_status: states.length === 0 ? MatchersV3.string('pending') : oneOf(states) },
  })
}

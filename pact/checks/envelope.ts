import { isObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import type { JsonSchema, Spec } from '../../spec/index.ts'
import { accepts } from '../accept/accepts.ts'
import { shownValue, wanted } from '../accept/described.ts'
import { type Expected, expectedAt, generatorAt } from '../accept/expected.ts'
import type { HttpInteraction } from '../model.ts'
import type { InteractionSubject } from './endpoint.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { isAboutRetention } from './states.ts'
import { checkValue, type Tree } from './value.ts'

export interface EnvelopeQuestion {
  readonly spec: Spec
  readonly interaction: HttpInteraction
  readonly subject: InteractionSubject & { readonly kind: 'quote' }
  readonly state: string | undefined
  /** True where the request breaks the schema of its body. */
  readonly invalid: boolean
}

/** Checks the JSON body of an answer against its specified envelope. */
export function checkEnvelope(question: EnvelopeQuestion, schema: JsonSchema): readonly PactFinding[] {
  const { body, rules, generators } = question.interaction.response
  if (body.kind === 'absent') return []
  if (body.kind !== 'json')
    return [
      wrong({
        at: body.at,
        expected: 'a JSON envelope',
        observed: `a body of ${body.kind}`,
        reason: 'This answer is JSON.',
        clause: '2.5',
      }),
    ]
  const states = statesOf(question)
  const tree: Tree = {
    ...{ rules, generators, category: 'body', at: body.at },
    clause: clauseOf,
    given: (pointer) => isGiven(question, states, pointer),
    narrowed: (pointer, taken, expected) => narrowed(question, pointer, taken, expected),
  }
  return checkValue(body.value, schema, tree)
}

function clauseOf(pointer: string): string {
  if (pointer === '/data/quote_status') return '3.states'
  return pointer.startsWith('/data/') ? '2.3' : '2.5'
}

/** States that the answer may show according to the file; undefined where the file names none. */
function statesOf({ spec, interaction, state }: EnvelopeQuestion): readonly string[] | undefined {
  const { body, rules } = interaction.response
  const names = spec.lifecycle.states.map(({ name }) => name)
  const example = body.kind === 'json' ? valueAt(body.value, '/data/quote_status') : undefined
  if (typeof example === 'string') {
    const expected = expectedAt(example, rules, 'body', ['data', 'quote_status'])
    const taken = names.filter((name) => accepts(expected, name))
    if (taken.length > 0 && taken.length < names.length) return taken
  }
  return state === undefined ? undefined : [state]
}

/**
 * True for a field that is present. This holds for details of a rated quote in the states that have them, and `message` for a
 * raised retention.
 */
function isGiven(
  { spec, interaction }: EnvelopeQuestion,
  states: readonly string[] | undefined,
  pointer: string,
): boolean {
  const name = pointer.replace('/data/', '')
  if (name === 'message') return isAboutRetention(interaction)
  return spec.ratedParts.includes(name) && states?.every((one) => spec.lifecycle.rated.includes(one)) === true
}

function narrowed(
  question: EnvelopeQuestion,
  pointer: string,
  taken: readonly unknown[],
  expected: Expected,
): readonly PactFinding[] | undefined {
  const { interaction, subject } = question
  const at = `${interaction.response.body.at}${pointer}`
  switch (pointer) {
    case '/data/quote_status':
      return narrowedState(question, taken, expected, at)
    case '/data/quote_id':
    case '/data/id':
      return narrowedId(subject.id, interaction, expected, at)
    case '/data/policy_term/effective_date':
      return narrowedDate(interaction, taken, expected, at)
    default:
      return undefined
  }
}

function narrowedState(
  { spec, interaction, subject, state }: EnvelopeQuestion,
  taken: readonly unknown[],
  expected: Expected,
  at: string,
) {
  const { states } = spec.lifecycle
  const facts = { at, observed: wanted(expected), clause: '3.states' }
  const isSubmit = subject.endpoint.operation === 'submit'
  const allowed = states.filter(({ submit }) => !isSubmit || submit !== 'breach').map(({ name }) => name)
  const possible = taken.filter((one) => allowed.includes(String(one)))
  if (possible.length === 0)
    return [
      wrong({
        ...facts,
        expected: `one of ${allowed.join(', ')}`,
        reason: 'No answer to a submission shows this state.',
        reading: 'R6',
      }),
    ]
  if (state !== undefined && !isSubmit && !possible.includes(state))
    return [
      wrong({ ...facts, expected: state, reason: `The provider state says that the quote is in ${state}.` }),
    ]
  const watched = possible.every((one) =>
    states.some(({ name, submit }) => name === one && submit === 'observe'),
  )
  if (isSubmit && watched)
    return [
      open({
        ...facts,
        expected: `one of ${allowed.join(', ')}`,
        reason: 'The specification does not say whether a submission can show this state.',
        reading: 'R6',
      }),
    ]
  if (possible.length === allowed.length || interaction.states.length > 0) return []
  return [
    open({
      ...facts,
      expected: `one of ${allowed.join(', ')}`,
      reason: 'Without a provider state the platform decides the state of the quote.',
    }),
  ]
}

/** The answer must have the id of the requested quote. */
function narrowedId(id: string | undefined, interaction: HttpInteraction, expected: Expected, at: string) {
  const { request } = interaction
  const isMade =
    generatorAt(request.generators, 'path', []) !== undefined ||
    request.rules.some(({ category }) => category === 'path')
  if (id === undefined || isMade || expected.rules.some(({ kind }) => kind !== 'equality')) return undefined
  if (String(expected.example).toLowerCase() === id.toLowerCase()) return []
  return [
    wrong({
      at,
      expected: shownValue(id),
      observed: wanted(expected),
      reason: 'The answer names the quote of the request.',
      clause: '2.5',
    }),
  ]
}

/** The record of a submission must have the submitted date. */
function narrowedDate(
  { request }: HttpInteraction,
  taken: readonly unknown[],
  expected: Expected,
  at: string,
) {
  const sent =
    request.body.kind === 'json' && isObject(request.body.value)
      ? request.body.value.effective_date
      : undefined
  const isMade = [...request.generators, ...request.rules].some(
    ({ category, path }) => category === 'body' && path[0] === 'effective_date',
  )
  if (typeof sent !== 'string' || isMade) return undefined
  if (accepts(expected, sent)) return []
  // A pattern or type accepts many dates; only a fixed date can contradict the submitted one.
  return taken.length > 1
    ? undefined
    : [
        wrong({
          at,
          expected: shownValue(sent),
          observed: wanted(expected),
          reason: 'The record shows the date that was submitted.',
          clause: '2.3',
          reading: 'R9',
        }),
      ]
}

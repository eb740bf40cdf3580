import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { valueAt, withValue } from '../../conformance/json/pointer.ts'
import type { SchemaBreach, Spec } from '../../spec/index.ts'
import { shownValue } from '../accept/described.ts'
import type { Generator, HttpRequest, PathStep } from '../model.ts'
import { escapeStep } from '../read/escape.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { generatedValues } from './generated.ts'
import { memberOf } from './member.ts'
import { openForms } from './open-forms.ts'

/** A JSON request body: its schema, and the clause of its fields. */
export interface BodyOf {
  readonly schema: 'Submission' | 'Update'
  readonly clause: string
}

/** Checks the JSON body of a request against its schema. It checks the value that is sent: the example, or a generated one. */
export function checkRequestBody(
  spec: Spec,
  request: HttpRequest,
  { schema, clause }: BodyOf,
): readonly PactFinding[] {
  const { body } = request
  const bodyFinding = (observed: string): PactFinding =>
    wrong({
      at: body.at,
      expected: 'a JSON object',
      observed,
      reason: 'The request is refused without it.',
      clause,
      reading: 'R1',
    })
  if (body.kind === 'absent') return [bodyFinding('no body')]
  if (body.kind !== 'json' || !isObject(body.value))
    return [bodyFinding(body.kind === 'json' ? shownValue(body.value) : `a body of ${body.kind}`)]
  const breaks = (value: JsonObject, pointer: string) =>
    spec.validate(schema, '', value).some((breach) => breach.pointer === pointer)
  const { sent, unknown } = sentBody(body.value, request.generators, breaks)
  const below = (pointer: string) => unknown.some((one) => pointer === one || pointer.startsWith(`${one}/`))
  const breaches = [
    ...(schema === 'Submission' ? openForms(sent) : []),
    ...spec.validate(schema, '', sent),
  ].filter(({ pointer }) => !below(pointer))
  const at = (pointer: string) => `${body.at}${pointer}`
  return [
    ...distinct(breaches).map((breach) =>
      judged(spec, { breach, sent, at: at(breach.pointer), clause, schema }),
    ),
    ...extraFields(spec, schema, sent, at, clause),
    ...missingParts(spec, schema, sent, at),
  ]
}

/**
 * The body with generated values in it; values from the provider are unknown. Of several values that a generator may make, a
 * valid one is used.
 */
function sentBody(
  value: JsonObject,
  generators: readonly Generator[],
  breaks: (value: JsonObject, pointer: string) => boolean,
) {
  const unknown: string[] = []
  let sent: JsonObject = value
  for (const generator of generators) {
    if (generator.category !== 'body') continue
    const pointer = pointerOf(generator.path)
    if (valueAt(sent, pointer) === undefined) continue
    const bodies = generatedValues(generator).map((made) => withValue(sent, pointer, made))
    const [first] = bodies
    if (first === undefined) unknown.push(pointer)
    else sent = bodies.find((one) => !breaks(one, pointer)) ?? first
  }
  return { sent, unknown }
}

const pointerOf = (path: readonly PathStep[]): string =>
  path.map((step) => `/${escapeStep(String(step ?? 0))}`).join('')

/** Keeps one breach for each place, because `oneOf` reports each alternative and itself. */
function distinct(breaches: readonly SchemaBreach[]): readonly SchemaBreach[] {
  const byPlace = new Map<string, SchemaBreach>()
  for (const breach of breaches) {
    const missing = /required property '([^']+)'/.exec(breach.message)?.[1]
    byPlace.set(missing === undefined ? breach.pointer : `${breach.pointer} ${missing}`, breach)
  }
  return [...byPlace.values()]
}

interface Judged {
  readonly breach: SchemaBreach
  readonly sent: JsonObject
  readonly at: string
  readonly clause: string
  readonly schema: 'Submission' | 'Update'
}

function judged(spec: Spec, { breach, sent, at, clause, schema }: Judged): PactFinding {
  const value = breach.pointer === '' ? undefined : valueAt(sent, breach.pointer)
  const required = breach.pointer !== '' && spec.property(schema, breach.pointer).required
  const facts = {
    at,
    expected: breach.wanted,
    observed: value === undefined ? 'it is missing' : shownValue(value),
    clause,
  }
  return isDebatable(breach.pointer, value, required)
    ? open({
        ...facts,
        reason: 'The specification does not say whether a right platform takes this.',
        reading: 'R2',
      })
    : wrong({ ...facts, reason: 'A right platform refuses this with 400.', reading: 'R1' })
}

/** Values that break the schema, although the specification does not say that they are refused. */
function isDebatable(pointer: string, value: unknown, required: boolean): boolean {
  if (value === null) return !required
  const field = pointer.split('/').at(-1)
  if (field === 'naics')
    return typeof value === 'number' && !Number.isInteger(value) && value >= 100_000 && value < 1_000_000
  if (typeof value !== 'string') return false
  switch (field) {
    case 'revenue':
    case 'agg_limit':
    case 'retention':
      return true
    case 'domainName':
      return /^[a-z][a-z\d+.-]*:/i.test(value) || !/\s/.test(value)
    case 'email':
    case 'broker_email':
      return /^\S[^@]*\s[^@]*@[^@\s]+\.[^@\s]+$|^[^@\s]+@[^@\s]+\s[^@]*$/.test(value)
    case 'insured_taxid':
      return /^\d{2}-\d{7}$/.test(value.trim())
    case 'effective_date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value.trim()) && value !== value.trim()
    case 'address_state':
      return /^[A-Za-z]{2}$/.test(value.trim())
    default:
      return false
  }
}

type At = (pointer: string) => string

function extraFields(
  spec: Spec,
  schema: string,
  sent: JsonObject,
  at: At,
  clause: string,
): readonly PactFinding[] {
  const walk = (value: unknown, pointer: string): readonly PactFinding[] => {
    if (!isObject(value)) return []
    const own = spec.property(schema, pointer).schema
    return Object.entries(value).flatMap(([name, one]) => {
      const place = `${pointer}/${escapeStep(name)}`
      const member = memberOf(own, name)
      if (member.kind === 'known') return member.schema.properties === undefined ? [] : walk(one, place)
      return [
        open({
          at: at(place),
          expected: 'no such field',
          observed: shownValue(one),
          reason: 'The specification does not say what becomes of unknown fields.',
          clause,
          reading: 'R2',
        }),
      ]
    })
  }
  return walk(sent, '')
}

/** Optional by its meaning. */
const SECOND_LINE = 'address_line2'

function missingParts(spec: Spec, schema: string, sent: JsonObject, at: At): readonly PactFinding[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const member = memberOf(spec.schema(schema), name)
    if (member.kind !== 'known' || member.schema.properties === undefined || !isObject(value)) return []
    const missing = Object.keys(member.schema.properties).filter(
      (one) => one !== SECOND_LINE && !(one in value),
    )
    if (missing.length === 0) return []
    return [
      open({
        at: at(`/${escapeStep(name)}`),
        expected: `perhaps ${missing.join(', ')} too`,
        observed: `only ${Object.keys(value).join(', ') || 'nothing'}`,
        reason: 'The specification does not say which fields are required in here.',
        clause: '2.2',
        reading: 'R2',
      }),
    ]
  })
}

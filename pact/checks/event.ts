import { isObject } from '../../conformance/json/object.ts'
import type { EventFacts, JsonSchema, Spec } from '../../spec/index.ts'
import { accepts } from '../accept/accepts.ts'
import { shownValue, wanted } from '../accept/described.ts'
import { expectedAt, generatorAt } from '../accept/expected.ts'
import type { Category, Content, Generator, PactField, RuleSets } from '../model.ts'
import { isJsonType } from '../read/content.ts'
import { componentOf } from './component.ts'
import { open, type PactFinding, wrong } from './finding.ts'
import { checkValue, type Tree } from './value.ts'

/** An event that a partner expects, as a message or as a request to the partner's receiver. */
export interface ExpectedEvent {
  readonly description: string
  readonly contents: Content
  /** Headers of the delivery, or metadata of the message. */
  readonly fields: readonly PactField[]
  readonly fieldCategory: Category
  readonly rules: RuleSets
  readonly generators: readonly Generator[]
}

/** Checks an event against the specified payloads and headers. */
export function checkEvent(spec: Spec, event: ExpectedEvent): readonly PactFinding[] {
  return [...checkPayload(spec, event), ...event.fields.flatMap((field) => checkField(spec, event, field))]
}

function checkPayload(
  spec: Spec,
  { description, contents, rules, generators }: ExpectedEvent,
): readonly PactFinding[] {
  const facts = { at: contents.at, clause: '6' }
  if (contents.kind === 'absent')
    return [
      open({
        ...facts,
        expected: 'a payload',
        observed: 'none',
        reason: 'Nothing is said of the payload, so nothing was judged.',
      }),
    ]
  if (contents.kind !== 'json' || !isObject(contents.value))
    return [
      wrong({
        ...facts,
        expected: 'a JSON object',
        observed: contents.kind === 'json' ? shownValue(contents.value) : `contents of ${contents.kind}`,
        reason: 'The body of an event is a JSON object.',
      }),
    ]
  const { value } = contents
  const event = eventOf(spec, value, { rules, description })
  const type = shownValue(value.type)
  if (event === undefined)
    return 'type' in value
      ? [
          wrong({
            ...facts,
            at: `${contents.at}/type`,
            expected: spec.delivery.events.map((one) => one.type).join(', '),
            observed: type,
            reason: 'There is no event of this type.',
          }),
        ]
      : [
          open({
            ...facts,
            expected: 'a type',
            observed: 'none',
            reason: 'It cannot be decided which event this is, so it was not judged.',
          }),
        ]
  const schema = componentOf(spec, event.schema)
  if (schema === undefined) return []
  const tree: Tree = {
    ...{ rules, generators, category: 'body', at: contents.at },
    clause: () => '6',
    given: () => false,
    narrowed: () => undefined,
  }
  return checkValue(value, schema, tree)
}

/** The event type of a payload: its own `type`, else the type named in the texts around it. */
function eventOf(
  spec: Spec,
  value: Readonly<Record<string, unknown>>,
  { rules, description }: { rules: RuleSets; description: string },
): EventFacts | undefined {
  const { events } = spec.delivery
  const expected = expectedAt(value.type, rules, 'body', ['type'])
  const named = events.find(({ type }) => type === value.type)
  if (named !== undefined) return named
  if ('type' in value) {
    const taken = events.filter(({ type }) => accepts(expected, type))
    return taken.length === 0 ? undefined : (described(taken, description) ?? byFields(spec, taken, value))
  }
  return described(events, description) ?? byFields(spec, events, value)
}

const described = (events: readonly EventFacts[], text: string): EventFacts | undefined =>
  events.find(({ type }) => text.toLowerCase().includes(type.toLowerCase()))

/** The event whose data has most of the names; undefined where no event has one of them. */
function byFields(
  spec: Spec,
  events: readonly EventFacts[],
  { data }: Readonly<Record<string, unknown>>,
): EventFacts | undefined {
  const names = isObject(data) ? Object.keys(data) : []
  const scored = events.map((event) => ({
    event,
    score: names.filter((name) => dataNames(componentOf(spec, event.schema)).has(name)).length,
  }))
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (most, one) => (one.score > (most?.score ?? 0) ? one : most),
    undefined,
  )
  return best?.event
}

function dataNames(schema: JsonSchema | undefined): ReadonlySet<string> {
  const parts = [schema, ...(schema?.allOf ?? [])]
  return new Set(
    parts.flatMap((part) => {
      const data = part?.properties?.data
      return typeof data === 'object' ? Object.keys(data.properties ?? {}) : []
    }),
  )
}

/** Names that resemble headers of a delivery but are not among them. */
const LIKE_A_HEADER = /signature|event[-_ ]?id|timestamp|hmac|^x-/i

function checkField(spec: Spec, event: ExpectedEvent, field: PactField): readonly PactFinding[] {
  const { headers } = spec.delivery
  const name = field.name.toLowerCase()
  if (name === 'contenttype' || name === 'content-type') return checkType(field)
  if (generatorAt(event.generators, event.fieldCategory, [field.name]) !== undefined) return []
  const schema = headerSchema(spec, name)
  if (schema !== undefined) {
    const tree: Tree = {
      ...{ rules: event.rules, generators: [], category: event.fieldCategory, at: field.at },
      clause: () => '6',
      given: () => true,
      narrowed: () => undefined,
    }
    return checkValue(field.values[0], schema, tree, { path: [field.name], pointer: '' })
  }
  const isHeader = Object.values(headers).some((one) => one.toLowerCase() === name)
  if (isHeader) return []
  const expected = expectedAt(field.values[0], event.rules, event.fieldCategory, [field.name])
  const facts = {
    at: field.at,
    expected: Object.values(headers).join(', '),
    observed: `${field.name}: ${wanted(expected)}`,
    clause: '6',
  }
  return [
    LIKE_A_HEADER.test(field.name)
      ? wrong({ ...facts, reason: 'Deliveries have no header of this name.' })
      : open({ ...facts, reason: 'Nothing but the four headers of a delivery is specified.' }),
  ]
}

function checkType(field: PactField): readonly PactFinding[] {
  const type = String(field.values[0] ?? '')
  return isJsonType(type)
    ? []
    : [
        wrong({
          at: field.at,
          expected: 'application/json',
          observed: type,
          reason: 'Deliveries are JSON.',
          clause: '6',
        }),
      ]
}

/** The schema of a delivery header, taken from any webhook in the published description. */
function headerSchema(spec: Spec, name: string): JsonSchema | undefined {
  const { headers } = spec.delivery
  if (name === headers.signature.toLowerCase()) return { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' }
  if (name === headers.timestamp.toLowerCase()) return componentOf(spec, 'EventTime')
  return name === headers.eventId.toLowerCase() ? { type: 'string', minLength: 1 } : undefined
}

import { strangeStart } from '../../../conformance/json/encoded.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'
import type { Requirement } from '../../../conformance/requirement.ts'
import type { Claim } from '../../../conformance/scenario.ts'
import { all, cannotTell, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { propertyAt } from '../../../spec/json-schema.ts'
import type { Spec } from '../../../spec/spec.ts'
import { claim } from '../vocabulary/context.ts'
import { breach } from '../vocabulary/events/breach.ts'
import { deliveryHeader, eventIdOf, eventIn, typeOf } from '../vocabulary/events/event.ts'
import { at, isObject, jsonTypeOf, show } from '../vocabulary/judge/json.ts'
import { deliveriesTogether, ownCustomers } from './deliveries-together.ts'
import { timeClaims } from './delivery-times.ts'

type Judge = (arrival: Arrival, spec: Spec) => Verdict

/** Claims about deliveries of any event type (6.headers, 6.payload, 6.signature, R24). */
export function deliveryClaims<T>(
  spec: Spec,
  arrivalsOf: (trace: T) => readonly Arrival[],
): readonly Claim<T, Spec>[] {
  return [...eachDelivery(spec, arrivalsOf), ...deliveriesTogether(arrivalsOf)]
}

/** Claims about each delivery by itself. */
export function eachDelivery<T>(
  spec: Spec,
  arrivalsOf: (trace: T) => readonly Arrival[],
): readonly Claim<T, Spec>[] {
  const each = (requirement: string, judge: Judge): Claim<T, Spec> =>
    claim(requirement, (trace, facts) => forEach(arrivalsOf(trace), (arrival) => judge(arrival, facts.spec)))
  return [
    each('delivery-is-a-post', (one) => holds(one, one.method === 'POST', 'POST', one.method, 'method')),
    each('delivery-content-type', contentType),
    each('delivery-event-id', (one) => nonEmpty(one, 'event-id')),
    each('delivery-signature-header', signatureForm),
    each('delivery-signature-lower-case', signatureCase),
    each('signature-verifies', signatureVerifies),
    claim('events-go-to-subscribers', (trace, { spec: known }) => subscribed(arrivalsOf(trace), known)),
    each('payload-is-json', isJson),
    each('payload-type', payloadType),
    each('payload-brokerage-id', (one) => isOfType(one, '/brokerageId', 'string')),
    each('payload-brokerage-id-not-empty', brokerageIsNamed),
    each('payload-data', (one) => isOfType(one, '/data', 'object')),
    ...spec.requirements.flatMap((row) => payloadClaim(row, spec, arrivalsOf)),
    ...timeClaims(arrivalsOf),
    claim('payload-customer-of-its-quote', (trace, facts) => ownCustomers(arrivalsOf(trace), facts)),
    each('observe-other-delivery-headers', otherHeaders),
    each('observe-payload-extra-fields', extraFields),
    each('observe-payload-status-values', statusValue),
    each('observe-event-id-with-period', (one) =>
      observed(eventIdOf(one)?.includes('.') ? 'an Event-ID holds a period' : 'no Event-ID holds a period'),
    ),
  ]
}

/** Judges that endpoints get only subscribed types. Types beyond the four are open, since none can subscribe to them (R28). */
function subscribed(arrivals: readonly Arrival[], { delivery }: Spec): Verdict {
  const judged = arrivals.flatMap((arrival) => {
    const type = delivery.events.find((event) => event.type === typeOf(arrival))?.type
    const types = arrival.subscribed
    return type === undefined || types === undefined ? [] : [{ arrival, type, types }]
  })
  if (arrivals.some(({ subscribed: types }) => types === undefined) && judged.length === 0)
    return cannotTell('the subscriptions are not known', 'operator.register_endpoint')
  if (judged.length === 0) return cannotTell('no delivery of the kind arrived')
  return all(
    judged.map(({ arrival, type, types }) =>
      types.includes(type) ? passed() : breach(arrival, types.join(', '), type, '/type'),
    ),
  )
}

function forEach(arrivals: readonly Arrival[], judge: (arrival: Arrival) => Verdict): Verdict {
  return arrivals.length === 0 ? cannotTell('no delivery of the kind arrived') : all(arrivals.map(judge))
}

/** Makes the claim on a payload field: every delivery of its event type fits the published schema. */
function payloadClaim<T>(
  row: Requirement,
  { delivery, holds: isInForce }: Spec,
  arrivalsOf: (trace: T) => readonly Arrival[],
): readonly Claim<T, Spec>[] {
  const { id, field } = row
  const event = delivery.events.find(({ schema }) => schema === field?.schema)
  // An older version may lack the field that a row is about.
  if (field === undefined || event === undefined || !isInForce(row)) return []
  const { schema, pointer } = field
  return [
    claim(id, (trace, { spec }) => {
      return forEach(
        arrivalsOf(trace).filter((arrival) => typeOf(arrival) === event.type),
        (arrival) => {
          const value = at(eventIn(arrival), pointer)
          const place = 'a field of an event'
          if (value === undefined) return breach(arrival, 'the field', 'no such field', pointer, { place })
          const [problem] = spec.validate(schema, pointer, value)
          if (problem === undefined) return passed()
          const cause = { observed: jsonTypeOf(value), place }
          return breach(arrival, problem.wanted, show(value), pointer, cause)
        },
      )
    }),
  ]
}

function holds(arrival: Arrival, holding: boolean, expected: string, seen: string, where: string): Verdict {
  return holding ? passed() : breach(arrival, expected, seen, where)
}

function contentType(arrival: Arrival): Verdict {
  const type = deliveryHeader(arrival, 'content-type')
  const media = type?.split(';')[0]?.trim().toLowerCase()
  return holds(arrival, media === 'application/json', 'application/json', type ?? 'no header', 'content-type')
}

function nonEmpty(arrival: Arrival, name: string): Verdict {
  const value = deliveryHeader(arrival, name)
  return holds(arrival, (value ?? '').trim() !== '', 'a value', show(value), name)
}

function signatureForm(arrival: Arrival): Verdict {
  const value = deliveryHeader(arrival, 'x-platform-signature')
  return holds(
    arrival,
    /^[0-9a-f]{64}$/i.test(value ?? ''),
    '64 hex digits',
    show(value),
    'x-platform-signature',
  )
}

function signatureCase(arrival: Arrival): Verdict {
  const value = deliveryHeader(arrival, 'x-platform-signature') ?? ''
  return holds(arrival, value === value.toLowerCase(), 'lower-case hex', value, 'x-platform-signature')
}

function signatureVerifies(arrival: Arrival): Verdict {
  const { signedWith, diagnosis } = arrival.signature
  if (signedWith === 'unknown') return cannotTell('no signing secret of the endpoint is known')
  return holds(
    arrival,
    signedWith !== 'none',
    "HMAC-SHA256 of id, timestamp and body under the endpoint's secret",
    diagnosis ?? 'a value that nothing explains',
    'x-platform-signature',
  )
}

/** Judges that the body is JSON in UTF-8 with nothing before it. Readers may ignore a byte order mark, and need not. */
function isJson(arrival: Arrival): Verdict {
  const { body: text, encoding } = arrival
  const wrong =
    eventIn(arrival) === undefined
      ? 'none'
      : strangeStart({ ...(text && { text }), ...(encoding && { encoding }) })
  return holds(arrival, wrong === undefined, 'a JSON object in UTF-8', wrong ?? '', 'body')
}

/** Judges that an event has a type. One beyond the four is no breach (R28). */
function payloadType(arrival: Arrival): Verdict {
  const type = at(eventIn(arrival), '/type')
  return holds(arrival, typeof type === 'string' && type !== '', 'a type', show(type), '/type')
}

function brokerageIsNamed(arrival: Arrival): Verdict {
  const brokerage = at(eventIn(arrival), '/brokerageId')
  if (typeof brokerage !== 'string') return cannotTell('the event has no brokerageId')
  return holds(arrival, brokerage.trim() !== '', 'an id', show(brokerage), '/brokerageId')
}

function isOfType(arrival: Arrival, pointer: string, type: 'string' | 'object'): Verdict {
  const value = at(eventIn(arrival), pointer)
  const right = type === 'string' ? typeof value === 'string' : isObject(value)
  return holds(arrival, right, `a JSON ${type}`, show(value), pointer)
}

const OWN_HEADERS =
  /^(content-type|content-length|event-id|timestamp|x-platform-signature|host|connection|transfer-encoding)$/

function otherHeaders({ headers }: Arrival): Verdict {
  const others = [...new Set(headers.map(([name]) => name).filter((name) => !OWN_HEADERS.test(name)))]
  return observed(`further headers: ${others.sort().join(', ') || 'none'}`)
}

function extraFields(arrival: Arrival, spec: Spec): Verdict {
  const schemaName = spec.delivery.events.find(({ type }) => type === typeOf(arrival))?.schema
  if (schemaName === undefined) return observed('an event of no known type')
  const schema = spec.schema(schemaName)
  const unknown = (value: unknown, above: string): string[] =>
    Object.entries(isObject(value) ? value : {}).flatMap(([name, inner]) => {
      const pointer = `${above}/${name}`
      return propertyAt(schema, pointer) === undefined ? [pointer] : unknown(inner, pointer)
    })
  return observed(
    `${typeOf(arrival)}: ${unknown(eventIn(arrival), '').sort().join(', ') || 'nothing further'}`,
  )
}

function statusValue(arrival: Arrival): Verdict {
  const status = at(eventIn(arrival), '/data/status')
  return observed(`${typeOf(arrival) ?? 'untyped'}: status ${show(status)}`)
}

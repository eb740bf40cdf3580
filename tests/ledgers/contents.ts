import type { ScenarioFinished } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { stepsOf, valueAt, withoutValue, withValue } from '../../conformance/json/pointer.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import { QUOTE_STATES } from '../../spec/lifecycle.ts'
import { typeOf } from '../../suites/platform/vocabulary/events/event.ts'
import type { Pick } from './changed.ts'

/** A scenario as it was recorded, but for one value of an answer or a delivery. */
export interface ChangedContent {
  readonly scenario: ScenarioFinished
  /** Operation and code, or type of event, then the value and its change: `status 200 /data/quote_id gone`. */
  readonly where: string
}

/** Another value of the same kind. */
function another(value: unknown, pick: Pick): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 'another'
  if (STATES.includes(value)) return pick(STATES.filter((state) => state !== value))
  if (/^[0-9a-f]{8}-/.test(value)) return '5f0c1c9e-2b7a-4d54-9c41-0a6f3a1b7c11'
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(time)) return new Date(time + DAY_MS).toISOString().slice(0, value.length)
  return value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)).replace(/^\D*$/, 'another')
}

const DAY_MS = 86_400_000
const STATES: readonly string[] = QUOTE_STATES
const CODES = [200, 202, 204, 400, 401, 404, 409, 422, 500]

/** Ways to change a value; undefined takes it away. */
const WAYS: Readonly<Record<string, (value: unknown, pick: Pick) => unknown>> = {
  gone: () => undefined,
  another,
  'of another type': (value) => (typeof value === 'string' ? 7 : 'text'),
  null: () => null,
  empty: (value) => (Array.isArray(value) ? [] : isObject(value) ? {} : ''),
}

/** Changes one answer of the quote API in its code, its media type or one value; undefined where there is none. */
export function changedAnswer(scenario: ScenarioFinished, pick: Pick): ChangedContent | undefined {
  const answered = scenario.exchanges.filter(
    ({ operation, answer }) => answer !== undefined && operation !== 'operator' && operation !== 'token',
  )
  const one = pick(answered)
  const { answer } = one ?? {}
  if (one === undefined || answer === undefined) return undefined
  const place = `${one.operation} ${answer.status}`
  const body = parseJson(answer.body.text)
  const code = pick(CODES.filter((other) => other !== answer.status)) ?? 0
  const changed = isObject(body) ? changedValue(body, pick) : undefined
  const { headers } = answer
  const untyped = headers.filter(([name]) => name !== 'content-type')
  const text = JSON.stringify(changed?.body)
  const changes: readonly (readonly [string, Exchange['answer']])[] = [
    [`code ${code}`, { ...answer, status: code }],
    ...(untyped.length === headers.length
      ? []
      : [['Content-Type gone', { ...answer, headers: untyped }] as const]),
    ...(changed === undefined
      ? []
      : VALUES_TO_ONE.map(
          () =>
            [
              changed.how,
              { ...answer, body: { ...answer.body, text, size: Buffer.byteLength(text) } },
            ] as const,
        )),
  ]
  const [how, instead] = pick(changes) ?? []
  if (how === undefined || instead === undefined) return undefined
  const exchanges = scenario.exchanges.map((each) => (each === one ? { ...one, answer: instead } : each))
  return { scenario: { ...scenario, exchanges }, where: `${place} ${how}` }
}

/** There are many values to one code, so a value is chosen more often. */
const VALUES_TO_ONE = Array.from({ length: 6 })

/** Changes one delivery in a header or one value; undefined where there is none. Its signature stays that of the bytes that came. */
export function changedDelivery(scenario: ScenarioFinished, pick: Pick): ChangedContent | undefined {
  const one = pick(scenario.arrivals)
  const body = parseJson(one?.body)
  if (one === undefined || !isObject(body)) return undefined
  const header = pick(one.headers)?.[0]
  const value = changedValue(body, pick)
  const changes: readonly (readonly [string, Partial<Arrival>])[] = [
    [`${header} gone`, { headers: one.headers.filter(([name]) => name !== header) }],
    ...(value === undefined ? [] : [[value.how, { body: JSON.stringify(value.body) }] as const]),
  ]
  const [how, instead] = pick(changes) ?? []
  const arrivals = scenario.arrivals.map((each) => (each === one ? { ...one, ...instead } : each))
  return { scenario: { ...scenario, arrivals }, where: `${typeOf(one)} ${how}` }
}

/** Changes one value of a body; undefined where the way that was chosen leaves it as it is. */
function changedValue(
  body: JsonObject,
  pick: Pick,
): { readonly body: JsonObject; readonly how: string } | undefined {
  const pointer = pick(pointersIn(body))
  const way = pick(Object.keys(WAYS))
  if (pointer === undefined || way === undefined) return undefined
  const value = WAYS[way]?.(valueAt(body, pointer), pick)
  const changed = value === undefined ? withoutValue(body, pointer) : withValue(body, pointer, value)
  if (JSON.stringify(changed) === JSON.stringify(body)) return undefined
  const place = stepsOf(pointer).map((step) => (/^\d+$/.test(step) ? '*' : step))
  return { body: changed, how: `/${place.join('/')} ${way}` }
}

/** Pointers of all members, inner ones included. Those of lists are left out. */
const pointersIn = (value: unknown, at = ''): readonly string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [
        `${at}/${name}`,
        ...pointersIn(inner, `${at}/${name}`),
      ])
    : []

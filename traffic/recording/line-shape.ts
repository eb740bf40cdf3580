import { isObject } from '../../conformance/json/object.ts'
import type { TrafficLine } from './traffic-line.ts'

type Shape = (line: Record<string, unknown>) => boolean

const areNumbers = (value: Record<string, unknown>, ...names: readonly string[]): boolean =>
  names.every((name) => Number.isFinite(value[name]))

const areTexts = (value: Record<string, unknown>, ...names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string')

const areHeaders = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')

const isExchange = (value: unknown): boolean => {
  if (!isObject(value) || !isObject(value.request)) return false
  const { request, answer } = value
  if (!areTexts(value, 'id', 'operation') || !areNumbers(value, 'startedAt', 'elapsedMs', 'targetMs'))
    return false
  if (!areTexts(request, 'method', 'url') || !areHeaders(request.headers)) return false
  return (
    answer === undefined ||
    (isObject(answer) && areNumbers(answer, 'status') && areHeaders(answer.headers) && isObject(answer.body))
  )
}

const isArrival = (value: unknown): boolean =>
  isObject(value) &&
  areTexts(value, 'id', 'endpoint', 'method') &&
  areNumbers(value, 'earliest', 'latest') &&
  areHeaders(value.headers) &&
  isObject(value.signature) &&
  isObject(value.answered)

const SHAPES: Readonly<Record<TrafficLine['type'], Shape>> = {
  recording: (line) => areTexts(line, 'baseUrl') && Array.isArray(line.whole),
  exchange: ({ exchange }) => isExchange(exchange),
  arrival: ({ arrival }) => isArrival(arrival),
  dropped: (line) => areNumbers(line, 'entries'),
  unread: () => true,
  ended: () => true,
}

const isKnown = (type: string): type is TrafficLine['type'] => Object.hasOwn(SHAPES, type)

/** A line that was read; `unknown` for a type of a later version, `wrong` for one that lacks what its type has. */
export function shaped(value: unknown): TrafficLine | 'unknown' | 'wrong' {
  if (!isObject(value) || typeof value.type !== 'string') return 'wrong'
  if (!isKnown(value.type)) return 'unknown'
  return SHAPES[value.type](value) ? (value as unknown as TrafficLine) : 'wrong'
}

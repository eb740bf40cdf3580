import { valueAt } from '../../../conformance/json/pointer.ts'
import { known } from '../../known.ts'
import type { Got } from '../fake.ts'
import { isSignedWith, json, type Secret } from './defect.ts'

/** A delivery that came to verification, and when. */
export interface Verified {
  readonly got: Got
  readonly isRight: boolean
  readonly at: number
}

/** Says of a delivery whether a defect shows. `before` are the deliveries that were verified before it, the last one first. */
export type Guard = (got: Got, before: readonly Verified[]) => boolean

type Patterns = Readonly<Record<string, string>>

const text = ({ body }: Got) => body.toString('utf8')
const ageMs = ({ timestamp }: Got) => Date.now() - Date.parse(timestamp)
/** Holds where a value is there and fits a pattern. */
const fitting = (pattern: string, valueIn: (got: Got) => unknown): Guard => {
  const expression = new RegExp(pattern, 'u')
  return (got) => {
    const value = valueIn(got)
    return value !== undefined && expression.test(String(value))
  }
}
const allFitting = (patterns: Patterns, valueIn: (got: Got, name: string) => unknown): Guard =>
  allOf(Object.entries(patterns).map(([name, pattern]) => fitting(pattern, (got) => valueIn(got, name))))
const allOf =
  (guards: readonly Guard[]): Guard =>
  (...delivery) =>
    guards.every((holds) => holds(...delivery))

const isCompact = (got: Got): boolean => {
  try {
    return JSON.stringify(JSON.parse(text(got))) === text(got)
  } catch {
    return true
  }
}

/** Circumstances with a value. A pattern is a regular expression. */
const GUARDS_OF = {
  id: (pattern: string) => fitting(pattern, ({ id }) => id),
  timestamp: (pattern: string) => fitting(pattern, ({ timestamp }) => timestamp),
  signature: (pattern: string) => fitting(pattern, ({ signature }) => signature),
  text: (pattern: string) => fitting(pattern, text),
  bytes: (pattern: string) => fitting(pattern, ({ body }) => body.toString('latin1')),
  /** Headers by their names in small letters. */
  headers: (patterns: Patterns) => allFitting(patterns, ({ headers }, name) => headers[name]),
  /** A header name as it was written. */
  written: (name: string) => (got: Got) => got.headerNames.includes(name),
  /** Values of the body by JSON Pointers. */
  at: (patterns: Patterns) => allFitting(patterns, ({ body }, pointer) => valueAt(json(body), pointer)),
  type: (type: string) => (got: Got) => json(got.body).type === type,
  bodyOver: (bytes: number) => (got: Got) => got.body.length > bytes,
  by: (secret: Secret) => (got: Got) => isSignedWith(secret, got),
  olderThan: (ms: number) => (got: Got) => ageMs(got) > ms,
  aheadBy: (ms: number) => (got: Got) => ageMs(got) < -ms,
  /** Of an event that arose so long before. */
  eventOlderThan: (ms: number) => (got: Got) =>
    Date.now() - Date.parse(String(json(got.body).timestamp)) > ms,
  /** Sent so long after its event arose. */
  laterThanItsEvent: (ms: number) => (got: Got) =>
    Date.parse(got.timestamp) - Date.parse(String(json(got.body).timestamp)) > ms,
  /** Behind so many deliveries. */
  beyond: (many: number) => (got: Got) => got.before >= many,
  /** One delivery of so many. */
  each: (many: number) => (got: Got) => got.before % many === many - 1,
  quietFor:
    (ms: number) =>
    (_: Got, [last]: readonly Verified[]) =>
      last !== undefined && Date.now() - last.at > ms,
} as const satisfies Readonly<Record<string, (value: never) => Guard>>

const ofId = ({ id }: Got, before: readonly Verified[]) => before.filter(({ got }) => got.id === id)
const onConnection = ({ connection }: Got, before: readonly Verified[]) =>
  before.filter(({ got }) => got.connection === connection)

/** Circumstances without a value. */
const GUARDS = {
  'body not as it would be written anew': (got) => !isCompact(got),
  'Timestamp that cannot be read': (got) => got.timestamp !== '' && Number.isNaN(ageMs(got)),
  'known Event-ID': (got, before) => ofId(got, before).some(({ isRight }) => isRight),
  'third time': (got, before) => ofId(got, before).filter(({ isRight }) => isRight).length === 2,
  'Event-ID of a forgery': (got, before) => ofId(got, before).some(({ isRight }) => !isRight),
  'right behind a forgery of its Event-ID': (got, before) => ofId(got, before)[0]?.isRight === false,
  'body of another length than at first': (got, before) => {
    const first = ofId(got, before).findLast(({ isRight }) => isRight)
    return first !== undefined && first.got.body.length !== got.body.length
  },
  'signature of another secret than four seconds ago': (got, before) => {
    const [last] = ofId(got, before)
    const differs = last !== undefined && isSignedWith('previous', last.got) !== isSignedWith('previous', got)
    return differs && Date.now() - last.at > 4000
  },
  'another type than before': (got, before) => {
    const last = before.find(({ isRight }) => isRight)
    return last !== undefined && json(got.body).type !== json(last.got.body).type
  },
  'another brokerage than at first': (got, before) => {
    const first = before.findLast(({ isRight }) => isRight)
    return first !== undefined && json(got.body).brokerageId !== json(first.got.body).brokerageId
  },
  'signature and body that were right': ({ signature, body }, before) =>
    before.some(({ got, isRight }) => isRight && got.signature === signature && got.body.equals(body)),
  'signature that the previous secret made': ({ signature }, before) =>
    before.some(({ got }) => got.signature === signature && isSignedWith('previous', got)),
  'once the previous secret was used': (_, before) => before.some(({ got }) => isSignedWith('previous', got)),
  'used connection': (got, before) => onConnection(got, before).length > 0,
  'connection that was right': (got, before) => onConnection(got, before).some(({ isRight }) => isRight),
  'connection that had chunks': (got, before) =>
    got.headers['transfer-encoding'] === undefined &&
    onConnection(got, before).some((one) => one.got.headers['transfer-encoding'] !== undefined),
} as const satisfies Readonly<Record<string, Guard>>

type Given = { readonly [Name in keyof typeof GUARDS_OF]?: Parameters<(typeof GUARDS_OF)[Name]>[0] }

/** A circumstance as a table writes it: its name, or its name with a value. All of an object's members must hold. */
export type GivenGuard = keyof typeof GUARDS | (Given & { readonly not?: GivenGuard })

/** Reads circumstances that must meet. @throws RangeError for one that is not known */
export function guardOf(given: readonly GivenGuard[]): Guard {
  const guards = given.flatMap((one): readonly Guard[] => {
    if (typeof one === 'string') return [known(GUARDS, one)]
    return Object.entries(one).map(([name, value]) => {
      if (name !== 'not') return known(GUARDS_OF, name)(value as never)
      const holds = guardOf([value as GivenGuard])
      return (...delivery) => !holds(...delivery)
    })
  })
  return allOf(guards)
}

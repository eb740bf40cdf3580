import { isObject } from '../../../../conformance/json/object.ts'
import { asciiOnly } from '../../../../generators/event-texts.ts'
import type { EventBody } from '../../../../generators/events.ts'
import { type Notation, named, type Reading } from './reading.ts'

/** A name that the libraries below write in different ways. */
const NAME = 'Müller & Søn <A/S> 🛡'

type Write = (value: unknown) => string

export const spaced: Write = (value) => joined(value, ', ', ': ')
const slashed = (json: string) => json.replaceAll('/', '\\/')
const forHtml = (json: string) => json.replaceAll(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)

/** Bodies as libraries write them: a receiver that parses a body and writes it again verifies this one. */
const LIBRARIES: readonly (readonly [name: string, write: Write, breaks: Notation])[] = [
  ['written anew with blanks', spaced, 'whitespace'],
  ['written anew with blanks, in ASCII', (value) => asciiOnly(spaced(value)), 'whitespace'],
  ['written anew in ASCII', (value) => asciiOnly(JSON.stringify(value)), 'escapes'],
  ['written anew with slashes escaped', (value) => slashed(JSON.stringify(value)), 'escapes'],
  [
    'written anew in ASCII, with slashes escaped',
    (value) => slashed(asciiOnly(JSON.stringify(value))),
    'escapes',
  ],
  ['written anew safe for HTML', (value) => forHtml(JSON.stringify(value)), 'escapes'],
  ['written anew with its keys sorted', (value) => JSON.stringify(sorted(value)), 'order'],
  [
    'written anew with its keys sorted, safe for HTML',
    (value) => forHtml(JSON.stringify(sorted(value))),
    'order',
  ],
  ['written anew with its keys sorted and blanks', (value) => spaced(sorted(value)), 'order'],
  ['written anew, indented by two', (value) => JSON.stringify(value, null, 2), 'whitespace'],
  ['written anew, indented by four', (value) => JSON.stringify(value, null, 4), 'whitespace'],
]

/** Readings that parse a body and write it again. */
export function notationReadings(event: EventBody): readonly Reading[] {
  const plain = JSON.stringify(event)
  const withNumber = (spelling: string) => plain.replace(/}$/, `,"premium":${spelling}}`)
  const number = (name: string, read: string, other: string): Reading => ({
    ...{ name, plain: withNumber(read), other: withNumber(other) },
    event: 'number',
  })
  const escaped = (name: string, letters: string, spelling: string, kind?: Notation): Reading => {
    const body = JSON.stringify(named(event, letters))
    return { name, plain: body, other: body.replace(letters, spelling), ...(kind && { event: kind }) }
  }
  return [
    ...LIBRARIES.map(([name, write, breaks]) => {
      const value = named(event, NAME)
      return { name, plain: write(value), other: JSON.stringify(value), event: breaks }
    }),
    escaped('pairs of surrogates decoded', 'Acme 🛡', 'Acme \\ud83d\\udee1', 'escapes'),
    escaped('U+FFFD for half a pair of surrogates', 'Acme \ufffd Inc', 'Acme \\ud83d Inc'),
    { name: 'the first of two equal keys', plain, other: plain.replace(/}$/, ',"type":"broker.added"}') },
    { name: 'the last of two equal keys', plain, other: plain.replace(/^{/, '{"type":"broker.added",') },
    { name: 'keys without regard to case', plain, other: plain.replace('"type"', '"Type"') },
    { name: 'unknown fields left out', plain, other: plain.replace(/}$/, ',"approved":true}') },
    number('numbers without an exponent', '100', '1e2'),
    number('numbers without zeros at the end', '100', '100.00'),
    number('zero without its sign', '0', '-0'),
    number('numbers of fifteen digits', '12345678901234567000', '12345678901234567890'),
    number('numbers without a fraction', '100', '100.4'),
    number('numbers as texts', '"100"', '100'),
  ]
}

function joined(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => joined(one, comma, colon)).join(comma)}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}${colon}${joined(one, comma, colon)}`,
  )
  return `{${members.join(comma)}}`
}

/** A JSON value with the keys of its objects in alphabetical order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

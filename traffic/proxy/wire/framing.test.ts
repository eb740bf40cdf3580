import { expect, test } from 'vitest'
import { BodyReader } from './body-reader.ts'
import { answerFraming, requestFraming } from './framing.ts'
import { readHead } from './head.ts'
import { MessageReader } from './message-reader.ts'

const headOf = (...lines: readonly string[]) =>
  readHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
const framingOf = (...fields: readonly string[]) => requestFraming(headOf('POST / HTTP/1.1', ...fields))

test.each([
  ['a blank before a colon', ['Transfer-Encoding : chunked']],
  ['a length with a blank before its colon', ['Content-Length : 3']],
  ['a first header that begins with a blank', [' Content-Length: 3']],
  ['a line without a colon', ['Content-Length']],
  ['a folded line', ['X-A: 1', ' 2', 'Content-Length: 3']],
  ['a vertical tab before a coding', ['Transfer-Encoding: \x0bchunked']],
  ['a no-break space before a length', ['Content-Length: \xa03']],
  ['a bare carriage return', ['X-A: 1\rContent-Length: 3']],
  ['a zero byte', ['X-A: 1\0']],
  ['a coding behind chunks', ['Transfer-Encoding: chunked, gzip']],
  ['chunks of chunks', ['Transfer-Encoding: chunked, chunked']],
  ['a length of many values', [`Content-Length: ${'3,'.repeat(600)}3`]],
])('%s frames nothing for certain', (_title, fields) => {
  expect(framingOf(...fields)).toBeUndefined()
  expect(answerFraming(headOf('HTTP/1.1 200 OK', ...fields), 200, 'GET')).toBeUndefined()
})

test('one length and one list of codings frame a body', () => {
  expect(framingOf('content-length:\t3 , 3')).toEqual({ kind: 'length', bytes: 3 })
  expect(framingOf('TRANSFER-encoding: gzip ,\tChunked')).toEqual({ kind: 'chunked' })
})

test.each([
  ['blanks in a length', `Content-Length: 1${' '.repeat(200_000)}2`],
  ['folded lines', `X-A: 1${'\r\n 2'.repeat(60_000)}`],
  ['lines without a colon', 'a\r\n'.repeat(80_000)],
])('many %s frame nothing', (_title, field) => {
  expect(framingOf(field)).toBeUndefined()
})

test('names without the blanks of others name a credential', () => {
  const { fields } = headOf('GET / HTTP/1.1', ' Authorization\x0b: a', 'Authorization\xa0 : b', ' c')
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ['Authorization', 'a'],
    ['Authorization', 'b c'],
  ])
})

test.each([
  '3\nabc\r\n0\r\n\r\n',
  '3\r\nabc\n0\r\n\r\n',
  '3\r\nabc\r\n0\n\n',
  '3;a\rb\r\nabc',
  '0\r\nA: 1\rB: 2\r\n',
])('chunks with a bare line end are broken: %j', (bytes) => {
  expect(new BodyReader({ kind: 'chunked' }).take(Buffer.from(bytes)).broken).toBe(true)
})

test('a head in single bytes is read whole, and is no copy that changes', () => {
  const reader = new MessageReader()
  const text = `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(150_000)}\r\n\r\n`
  for (const byte of Buffer.from(`${text}GET /b`)) reader.push(Buffer.of(byte))
  const part = reader.read()
  reader.follow({ kind: 'length', bytes: 0 })
  reader.read()
  reader.push(Buffer.from(' HTTP/1.1\r\n\r\n'))
  const next = reader.read()
  expect(part?.kind === 'head' && part.head.bytes.toString()).toBe(text)
  expect(next?.kind === 'head' && next.head.line).toBe('GET /b HTTP/1.1')
})

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { mistakeIn, rightSignature, type Signed } from './mistakes.ts'

const signed: Signed = {
  eventId: '3f2b8c1e-5d4a-4c6b-9e7f-1a2b3c4d5e6f',
  timestamp: '2026-11-20T12:00:00.000Z',
  body: '{ "type": "quote.created",\n "data": {} }\n',
  secret: 'whsec_c2VjcmV0',
}
const { eventId, timestamp, body, secret } = signed
const hex = (text: string, key: string | Buffer = secret, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(text).digest('hex')
const text = `${eventId}.${timestamp}.${body}`

test('the right signature has no mistake', () => {
  expect(rightSignature(signed)).toBe(hex(text))
  expect(mistakeIn(hex(text), signed)).toBeUndefined()
})

test.each([
  [hex(body), 'the body only'],
  [hex(`${timestamp}.${body}`), 'Event-ID is missing'],
  [hex(`${eventId}.${body}`), 'Timestamp is missing'],
  [hex(`${timestamp}.${eventId}.${body}`), 'Timestamp comes before'],
  [hex(`${eventId}${timestamp}${body}`), 'periods'],
  [hex(`${text}\n`), 'line break at its end that was not sent'],
  [hex(text.trimEnd()), 'lost the white space'],
  [hex(`${eventId}.${timestamp}.${body.replaceAll('\n', '\r\n')}`), 'line breaks of Windows'],
  [hex(`${eventId}.${timestamp}.${JSON.stringify(JSON.parse(body))}`), 'written again.'],
  [hex(`${eventId}.${timestamp}.${JSON.stringify(JSON.parse(body), undefined, 2)}`), 'indentation'],
  [hex(text, 'c2VjcmV0'), 'prefix of the secret'],
  [hex(text, 'secret'), 'decoded as base64'],
  [hex(text, `${secret}\n`), 'secret has a line break'],
  [createHmac('sha256', secret).update(text).digest('base64'), 'in base64'],
  [hex(text, secret, 'sha1'), 'SHA-1'],
  [hex(text, secret, 'sha512'), 'SHA-512'],
  [hex(text).toUpperCase(), 'capitals'],
  [`sha256=${hex(text)}`, 'before or after'],
  [` ${hex(text)} `, 'before or after'],
  [hex(text, 'another secret'), 'No known mistake'],
  ['', 'No known mistake'],
])('%s: %s', (given, mistake) => {
  expect(mistakeIn(given, signed)).toContain(mistake)
})

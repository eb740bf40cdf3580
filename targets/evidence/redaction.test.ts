import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { REDACTED } from '../../conformance/exchange.ts'
import { Redactor } from './redaction.ts'

const ALPHABET = 'abzABZ059+/=&%$"\\<>\'{}()*! ~-_.:;é€'

/** A secret of awkward characters; the same number always gives the same one. */
function awkward(number: number, length: number): string {
  const bytes = createHash('sha512').update(`secret ${number}`).digest().subarray(0, length)
  return [...bytes].map((byte) => [...ALPHABET][byte % [...ALPHABET].length]).join('')
}

describe('a secret is taken out', () => {
  const secrets = Array.from({ length: 60 }, (_, index) => awkward(index, 12 + (index % 30)))
  const redactor = new Redactor(secrets)
  test.each<[string, (secret: string) => string]>([
    ['as it is', (secret) => secret],
    ['in JSON', (secret) => JSON.stringify({ said: secret })],
    ['in JSON with escaped slashes', (secret) => JSON.stringify(secret).replaceAll('/', '\\/')],
    [
      'in ASCII JSON',
      (secret) =>
        JSON.stringify(secret).replace(
          /[^ -~]/g,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    ],
    ['in a URL', (secret) => `http://h/?a=${encodeURIComponent(secret)}&b`],
    ['in a form', (secret) => new URLSearchParams({ a: secret, b: '1' }).toString()],
    [
      'in a URL with small hex',
      (secret) => encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
    ['in base64', (secret) => Buffer.from(secret).toString('base64')],
    ['in base64url', (secret) => Buffer.from(secret).toString('base64url')],
    [
      'in HTML',
      (secret) =>
        `<p>${secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}`,
    ],
  ])('%s', (_, written) => {
    for (const secret of secrets) {
      const text = written(secret)
      const clean = redactor.text(`before ${text} after`)
      expect(clean).toContain(REDACTED)
      expect(clean).toMatch(/^before .* after$/s)
      expect(clean.length).toBeLessThan(text.length + 15)
      expect(clean).not.toContain(secret.slice(1, -1))
    }
  })

  test('inside the base64 of something longer, all but its edges', () => {
    const secret = 'Sup3rS3cretValue!'
    for (const name of ['a', 'ab', 'abc']) {
      const clean = new Redactor([secret]).text(Buffer.from(`${name}:${secret}:x`).toString('base64'))
      expect(clean).toContain(REDACTED)
      expect(clean.replace(REDACTED, '').length).toBeLessThan(12)
    }
  })

  test('wherever it stands in bytes that are no text', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0]), Buffer.from('geheimé'), Buffer.from([0xff])])
    expect(Buffer.from(new Redactor(['geheimé']).bytes(bytes)).toString('latin1')).toBe(
      `\xff\0${REDACTED}\xff`,
    )
  })

  test('whole when it begins with another one', () => {
    expect(new Redactor(['abcd', 'abcdefgh']).text('abcdefgh abcdx')).toBe(`${REDACTED} ${REDACTED}x`)
  })

  test('from headers even when it is short, and from innocent text only when it is not', () => {
    const redactor = new Redactor(['abc'])
    expect(redactor.header('authorization', 'Bearer abc')).toBe(`Bearer ${REDACTED}`)
    expect(redactor.header('x-integration-key', 'abc')).toBe(REDACTED)
    expect(redactor.text('alphabet abc')).toBe('alphabet abc')
  })
})

describe('the fields of secrets', () => {
  const redactor = new Redactor()
  test.each([
    ['{"access_token" : "a\\"b", "expires_in":1}', `{"access_token" : "${REDACTED}", "expires_in":1}`],
    ['{"access_token":""}', '{"access_token":""}'],
    ['{"access_token":12.5}', '{"access_token":0}'],
    ['{"access_token":null,"token_type":"bearer"}', '{"access_token":null,"token_type":"bearer"}'],
    ['{"data":{"signing_secret":"x"}}', `{"data":{"signing_secret":"${REDACTED}"}}`],
    ['client_id=a&client_secret=b%20c&scope=quote', `client_id=a&client_secret=${REDACTED}&scope=quote`],
    ['http://h/x?access_token=abc', `http://h/x?access_token=${REDACTED}`],
  ])('%s', (text, clean) => {
    expect(redactor.fields(text)).toBe(clean)
  })

  test('teach what stands in them', () => {
    const learned = new Redactor()
    learned.learn({ data: [{ signing_secret: 'whsec-1234' }], id: 'endpoint-1' })
    expect(learned.text('whsec-1234 endpoint-1')).toBe(`${REDACTED} endpoint-1`)
  })
})

const escapedUnit = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

describe('a secret in another guise is taken out', () => {
  const secret = 'Sup3r-S3cret.Value/é+42=xyz'
  const redactor = new Redactor([secret])
  const bytes = Buffer.from(secret)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'))
  test.each<[string, string]>([
    ['every letter as a JSON escape', secret.replace(/[\s\S]/g, escapedUnit)],
    ['some letters as JSON escapes', secret.replace(/[Se]/g, escapedUnit)],
    ['in capitals', secret.toUpperCase()],
    ['in small letters', secret.toLowerCase()],
    ['every byte as percent', hex.map((digits) => `%${digits}`).join('')],
    ['percent inside percent', encodeURIComponent(hex.map((digits) => `%${digits}`).join(''))],
    ['JSON inside JSON', JSON.stringify(JSON.stringify({ a: secret.replace(/[Se]/g, escapedUnit) }))],
    ['every letter as an entity', [...secret].map((c) => `&#${c.codePointAt(0)};`).join('')],
    ['hexadecimal entities', [...secret].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join('')],
    ['hex', hex.join('')],
    ['hex with colons', hex.join(':').toUpperCase()],
    ['bytes of a program', hex.map((digits) => `0x${digits}`).join(', ')],
    ['escaped bytes', hex.map((digits) => `\\x${digits}`).join('')],
    ['base64 of more', Buffer.from(`Basic:${secret}@`).toString('base64')],
    ['its first seven tenths', secret.slice(0, Math.ceil(secret.length * 0.7))],
    ['its last seven tenths', secret.slice(Math.floor(secret.length * 0.3))],
    ['its middle', secret.slice(3, 21)],
  ])('%s', (_, written) => {
    const clean = redactor.text(`before "${written}" after`)
    expect(clean).toContain(REDACTED)
    expect(clean).toMatch(/^before .* after$/s)
    expect(clean.length).toBeLessThan(60)
  })

  test('and what is none stays as it is', () => {
    const text = 'Super secret value of 42: S3cret.Val, %53%75, \\u0053, 53:75:70:33, é'
    expect(redactor.text(text)).toBe(text)
  })

  test('a text of awkward secrets cannot make it throw', () => {
    const odd = new Redactor([
      '\ud800half',
      '\udfffabcd',
      'x'.repeat(1_000_000),
      '\0\0\0\0',
      '%%%%%',
      '\\u0041\\u0042',
    ])
    const text = `\ud800half ${'%'.repeat(2000)} ${'\\'.repeat(2000)} &#99999999; \\u{ffffff} ${'x'.repeat(50_000)}`
    expect(odd.text(text)).toContain(REDACTED)
    expect(odd.fields(`{"secret":"${'a'.repeat(1_000_000)}`)).toBe(`{"secret":"${REDACTED}"`)
  })
})

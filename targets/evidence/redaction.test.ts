import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { REDACTED, Redactor } from './redaction.ts'

const ALPHABET = 'abzABZ059+/=&%$"\\<>\'{}()*! ~-_.:;é€'

/** A secret of awkward characters, always the same for the same number. */
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

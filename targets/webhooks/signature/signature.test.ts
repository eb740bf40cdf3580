import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findSignature, type SigningSecrets } from './signature.ts'

interface Row {
  readonly title: string
  readonly secret: string
  readonly id: string
  readonly timestamp: string
  readonly body: string
  readonly signature: string
}

interface Vectors {
  readonly deliveries: readonly Row[]
  readonly diagnoses: {
    readonly secret: string
    readonly other: string
    readonly id: string
    readonly timestamp: string
    readonly body: string
    readonly rows: readonly { readonly diagnosis: string; readonly value: string; readonly made: string }[]
  }
}

const file = new URL('../../../test-data/signatures.yaml', import.meta.url)
const { deliveries, diagnoses }: Vectors = parse(readFileSync(file, 'utf8'))

const secretsOf = (some: Partial<SigningSecrets>): SigningSecrets => ({ older: [], others: [], ...some })

const delivered = ({ id, timestamp, body }: Pick<Row, 'id' | 'timestamp' | 'body'>, value: string) => ({
  eventId: id,
  timestamp,
  value,
  body: Buffer.from(body, 'base64'),
})

describe('a delivery with', () => {
  test.each(deliveries)('$title is recognised', (row) => {
    const secrets = secretsOf({ current: row.secret })
    const found = (value: string) => findSignature(delivered(row, value), secrets)
    expect(found(row.signature)).toEqual({ value: row.signature, signedWith: 'current' })
    expect(found(row.signature.toUpperCase()).signedWith).toBe('current')
    const forged = row.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(found(forged)).toEqual({ value: forged, signedWith: 'none' })
  })

  test.each(deliveries)('$title and one byte more is refused', (row) => {
    const longer = Buffer.concat([Buffer.from(row.body, 'base64'), Buffer.from(' ')])
    const found = findSignature(
      { ...delivered(row, row.signature), body: longer },
      secretsOf({ current: row.secret }),
    )
    expect(found.signedWith).toBe('none')
  })
})

const [first] = deliveries
if (!first) throw new Error('there is no first vector')

test.each([
  ['the current secret', { current: first.secret, former: 'x' }, 'current', undefined],
  ['the former secret', { current: 'x', former: first.secret }, 'former', undefined],
  [
    'a secret before the former one',
    { current: 'x', former: 'y', older: [first.secret] },
    'none',
    'older-secret',
  ],
  ['no secret that is known yet', {}, 'none', undefined],
])('%s is distinguished from the others', (_, secrets, signedWith, diagnosis) => {
  const found = findSignature(delivered(first, first.signature), secretsOf(secrets))
  expect([found.signedWith, found.diagnosis]).toEqual([signedWith, diagnosis])
})

describe('a wrong signature', () => {
  test.each(diagnoses.rows)('made with $made is explained as $diagnosis', ({ diagnosis, value }) => {
    const secrets = secretsOf({ current: diagnoses.secret, others: [diagnoses.other] })
    expect(findSignature(delivered(diagnoses, value), secrets)).toEqual({
      value,
      signedWith: 'none',
      diagnosis,
    })
  })

  test('is right for no delivery that lacks a header', () => {
    const { eventId, timestamp, value, body } = delivered(first, first.signature)
    const secrets = secretsOf({ current: first.secret })
    expect(findSignature({ timestamp, value, body }, secrets).signedWith).toBe('none')
    expect(findSignature({ eventId, value, body }, secrets).signedWith).toBe('none')
    expect(findSignature({ eventId, timestamp, body }, secrets)).toEqual({ signedWith: 'none' })
  })
})

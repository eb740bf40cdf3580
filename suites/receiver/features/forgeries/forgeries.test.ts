import { describe, expect, test } from 'vitest'
import { type EventBody, eventBody } from '../../../../generators/events.ts'
import { loadSpec } from '../../../../spec/index.ts'
import type { Forgery } from './forgery.ts'
import { partForgeries } from './parts.ts'
import { previousForgeries, recipeForgeries, revokedForgeries } from './recipes.ts'
import { signatureForgeries } from './signatures.ts'

const spec = await loadSpec()
const signature = '0123456789abcdef'.repeat(4)
const input = { partnerId: 'p', brokerageId: 'b', at: Date.UTC(2027, 0, 15), mark: 'a1'.repeat(16) }
const draftOf = (body: EventBody) => ({
  id: 'a1b2c3',
  timestamp: '2027-01-15T10:00:00.123Z',
  body: JSON.stringify(body),
})

describe.each(spec.delivery.events)('a forged $type', ({ type }) => {
  const draft = draftOf(eventBody(spec, type, input))
  const other = {
    ...draftOf(eventBody(spec, 'quote.created', { ...input, mark: 'b2'.repeat(16) })),
    signature: 'f'.repeat(64),
  }
  const all: readonly Forgery[] = [
    ...partForgeries,
    ...recipeForgeries,
    ...previousForgeries,
    ...revokedForgeries,
    ...signatureForgeries,
  ]

  test.each(all)('$requirement: $name differs from the right one', ({ forge }) => {
    const sign = () => Buffer.from('another signature')
    const changes = forge(draft, { sign, signature, canary: 'canary', other })
    expect({ ...draft, signature, ...changes }).not.toEqual({ ...draft, signature })
  })
})

import { expect, test } from 'vitest'
import { handedOver } from './handed-over.ts'

const never = new Promise<void>(() => {})
const now = Promise.resolve()
const long = 60_000

test.each([
  ['ends without a connection that never comes about', never, never, { connect: 1, answer: 1 }],
  ['ends without an answer that never comes', now, never, { connect: long, answer: 1 }],
  ['ends at once with a prompt answer', now, now, { connect: long, answer: long }],
])('%s', async (_title, written, ended, limits) => {
  await expect(handedOver(written, ended, limits)).resolves.toBeUndefined()
})

test('goes on while a request is not yet written out', async () => {
  const written = Promise.withResolvers<void>()
  let over = false
  const waiting = handedOver(written.promise, now, { connect: long, answer: long }).then(() => {
    over = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).toBe(false)
  written.resolve()
  await waiting
})

import { expect, test } from 'vitest'
import type { Sent } from '../../webhooks/index.ts'
import { Recorder } from '../evidence/recorder.ts'
import { Courier, type CourierParts } from './courier.ts'

const closed: Sent = {
  body: new Uint8Array(),
  failure: { kind: 'reset', message: 'closed' },
  timing: {},
  elapsedMs: 1,
}
const answered: Sent = {
  head: { status: 200, headers: [] },
  body: new Uint8Array(),
  timing: {},
  elapsedMs: 1,
}

/** Sends a delivery whose first connection is closed and whose second one is answered; returns its status or failure. */
async function delivered(heldUpMs: number, first = closed) {
  const left = [first, answered]
  const parts: CourierParts = {
    sender: { post: async () => left.shift() ?? answered } as unknown as CourierParts['sender'],
    loopDelay: { since: () => heldUpMs },
    ...{ url: 'http://127.0.0.1/', redact: (text) => text, answerMs: 9000, most: 10, now: () => 0 },
    closed: new AbortController().signal,
  }
  const { answer, failure } = await new Courier(parts).send(
    { headers: [], body: '{}' },
    {},
    new Recorder('a/b'),
  )
  return answer?.status ?? failure?.kind
}

test('a connection that is closed is one that is closed', async () => {
  expect(await delivered(0)).toBe('reset')
})

test('where this process was held up before it wrote, it is asked once more', async () => {
  expect(await delivered(2500)).toBe(200)
})

test('silence is no closed connection, however long this process was held up', async () => {
  expect(await delivered(2500, { ...closed, failure: { kind: 'timeout', message: 'no answer' } })).toBe(
    'timeout',
  )
})

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

test.each([
  ['beside each other are one loss', true, undefined],
  ['one after the other are the loss of the receiver', false, expect.stringMatching(/^5 requests in a row/)],
])('connections that are closed %s', async (_, isTogether, lost) => {
  let now = 0
  const parts: CourierParts = {
    sender: { post: async () => closed } as unknown as CourierParts['sender'],
    ...{ loopDelay: { since: () => 0 }, url: 'http://127.0.0.1/', redact: (text) => text, answerMs: 9000 },
    ...{ most: 10, now: () => now++, closed: new AbortController().signal },
  }
  const courier = new Courier(parts)
  const send = () => courier.send({ headers: [], body: '{}' }, {}, new Recorder('a/b'))
  if (isTogether) await Promise.all(Array.from({ length: 5 }, send))
  else for (let count = 0; count < 5; count += 1) await send()
  expect(courier.lost()).toEqual(lost)
})

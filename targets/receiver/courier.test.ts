import { expect, test } from 'vitest'
import { Recorder } from '../evidence/recorder.ts'
import type { Sent } from '../webhooks/index.ts'
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

/** A receiver that is reached at once; time does not pass by itself. */
const base: Omit<CourierParts, 'sender'> = {
  ...{ url: 'http://127.0.0.1/', answerMs: 9000, most: 100, now: () => 0 },
  loopDelay: { since: () => 0 },
  listens: async () => true,
  sleep: async () => undefined,
  redact: (text) => text,
  closed: new AbortController().signal,
}

/** Sends a delivery whose first connection is closed and whose second one is answered; returns its status or failure. */
async function delivered(heldUpMs: number, first = closed) {
  const left = [first, answered]
  const parts: CourierParts = {
    ...base,
    sender: { post: async () => left.shift() ?? answered } as unknown as CourierParts['sender'],
    loopDelay: { since: () => heldUpMs },
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
    ...base,
    sender: { post: async () => closed } as unknown as CourierParts['sender'],
    now: () => now++,
  }
  const courier = new Courier(parts)
  const send = () => courier.send({ headers: [], body: '{}' }, {}, new Recorder('a/b'))
  if (isTogether) await Promise.all(Array.from({ length: 5 }, send))
  else for (let count = 0; count < 5; count += 1) await send()
  expect(courier.lost()).toEqual(lost)
})

/** A receiver that a body `bad` stops; it is started anew after a time in milliseconds, and does not answer before. */
async function restarting(backMs: number) {
  let [now, downUntil] = [0, 0]
  const post = async ({ body }: { readonly body: Buffer }) => {
    if (now < downUntil) return closed
    if (String(body) !== 'bad') return answered
    downUntil = now + backMs
    return closed
  }
  const courier = new Courier({
    ...base,
    sender: { post } as unknown as CourierParts['sender'],
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  })
  courier.checkWith(() => ({ headers: [], body: 'good' }))
  const recorder = new Recorder('a/b')
  for (let count = 0; count < 5; count += 1) {
    now += 1
    await courier.send({ headers: [], body: 'bad' }, {}, recorder)
  }
  const { answer } = await courier.send({ headers: [], body: 'good' }, {}, recorder)
  return { lost: courier.lost(), answer, recorder, now }
}

test('a receiver that five bodies in a row have stopped is not lost when it is started anew', async () => {
  const { lost, answer, recorder } = await restarting(2000)
  expect([lost, answer?.status]).toEqual([undefined, 200])
  expect(recorder.exchanges().some(({ request }) => request.body === 'good')).toBe(true)
})

test('one that is not back within twenty seconds is lost, and is waited for only once', async () => {
  const { lost, answer, now } = await restarting(10_000_000)
  expect(lost).toMatch(/^5 requests in a row/)
  expect(answer).toBeUndefined()
  expect(now).toBeLessThan(22_000)
})

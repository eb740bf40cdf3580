import { expect, test } from 'vitest'
import { deliver, openedEndpoint, realTime } from './testing.ts'

test('a script delays the status line, and drips the body after it', async () => {
  const slept: number[] = []
  const dripping = Promise.withResolvers<void>()
  const passiveSleep = async (ms: number) => {
    slept.push(ms)
    if (ms < 1000) await dripping.promise
  }
  const time = { ...realTime(), virtual: true, now: () => 500, horizon: () => 750, passiveSleep }
  const answer = { kind: 'answer', status: 202, body: 'abcdefgh', delayMs: 7000, dripMs: 80 } as const
  const { endpoint, url } = await openedEndpoint([answer], {}, time)
  const { status, text } = await deliver(url).then((got) => ({ status: got.status, text: got.text() }))
  expect(endpoint.arrivals()).toMatchObject([{ earliest: 500, latest: 750 }])
  expect([status, endpoint.arrivals()[0]?.ended]).toEqual([202, undefined])
  dripping.resolve()
  expect(await text).toBe('abcdefgh')
  // The delay counts from the latest moment at which the attempt may have come.
  expect(slept).toEqual([7250, 20, 20, 20, 20])
})

test('a script counts a delay that must not be longer from the earliest moment of the attempt', async () => {
  const slept: number[] = []
  const passiveSleep = async (ms: number) => void slept.push(ms)
  const time = { ...realTime(), virtual: true, now: () => 500, horizon: () => 750, passiveSleep }
  const { url } = await openedEndpoint(
    [{ kind: 'answer', status: 200, delayMs: 7000, atMost: true }],
    {},
    time,
  )
  await deliver(url)
  expect(slept).toEqual([7000])
})

import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eitherOver } from './either-clock.ts'
import { openedEndpoint, realTime } from './testing.ts'

const DELAY_MS = 15_000
const never = () => new Promise<void>(() => undefined)

/** A delivery to a receiver whose status line drips, on a clock that the test moves past the delay. */
async function delivered(dripping: (ms: number) => Promise<void>) {
  const slept: number[] = []
  const delay = Promise.withResolvers<void>()
  const passiveSleep = (ms: number) => {
    slept.push(ms)
    return ms === DELAY_MS ? delay.promise : dripping(ms)
  }
  const time = { ...realTime(), virtual: true, now: () => 0, horizon: () => 0, passiveSleep }
  const answer = { kind: 'answer', status: 202, delayMs: DELAY_MS, statusLineDrips: true } as const
  const { endpoint, url } = await openedEndpoint([answer], {}, time)
  const { pathname, hostname, port } = new URL(url)
  let seen = ''
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    seen += chunk
  })
  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`)
  return { endpoint, socket, slept, seen: () => seen, release: () => delay.resolve() }
}

const once = (): ((ms: number) => Promise<void>) => {
  const first = [Promise.resolve(), Promise.resolve()]
  return () => first.pop() ?? never()
}

test('a status line drips, and is complete only after its delay', async () => {
  const { endpoint, socket, seen, release } = await delivered(once())
  await expect.poll(seen, { interval: 2 }).toBe('HT')
  expect(endpoint.arrivals()[0]).not.toHaveProperty('ended')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  release()
  await closed
  expect(seen()).toBe('HTTP/1.1 202 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  await expect.poll(() => endpoint.arrivals()[0]?.ended, { interval: 2 }).toBeDefined()
  expect(endpoint.arrivals()[0]).not.toHaveProperty('unanswered')
})

test('what drips never shows the status', async () => {
  const { seen, slept } = await delivered(async () => undefined)
  await expect.poll(seen, { interval: 2 }).toBe('HTTP/1.1 ')
  expect(slept.filter((ms) => ms !== DELAY_MS)).toEqual(Array(9).fill(4000))
})

test('a status line stops dripping when the other side has closed', async () => {
  const slow = Promise.withResolvers<void>()
  const { endpoint, socket, slept, release } = await delivered(() => slow.promise)
  await expect.poll(() => slept.length, { interval: 2 }).toBe(2)
  socket.destroy()
  await expect.poll(() => endpoint.arrivals()[0]?.unanswered, { interval: 2 }).toBe(true)
  slow.resolve()
  release()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(slept).toHaveLength(2)
})

test('a byte is due by the machine where a moved clock stands still, and by that clock where it moves', async () => {
  await eitherOver(never, 3000, 1)
  await eitherOver(async () => undefined, 3000, 3_600_000)
})

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { listen } from './listening.ts'

const MANY = 700
const AT_MOST_MS = 20_000

/** Connects from a thread of its own, and counts the connections that have come about. */
const CLIENT = `
  const { workerData: { port, many, shared } } = require('node:worker_threads')
  const count = new Int32Array(shared)
  for (let one = 0; one < many; one += 1)
    require('node:net').connect(port, '127.0.0.1', () => Atomics.add(count, 0, 1)).on('error', () => {})
`

test('hundreds of connections at once find a place while this process is busy', async () => {
  const listening = await listen({}, () => {})
  const shared = new SharedArrayBuffer(4)
  const count = new Int32Array(shared)
  const workerData = { port: Number(new URL(listening.url).port), many: MANY, shared }
  const client = new Worker(CLIENT, { eval: true, workerData })
  try {
    await once(client, 'online')
    // Nothing is accepted meanwhile, since this blocks the event loop.
    const end = performance.now() + AT_MOST_MS
    while (count[0] !== MANY && performance.now() < end) Atomics.wait(count, 0, count[0] ?? 0, 20)
    expect(count[0]).toBe(MANY)
  } finally {
    await client.terminate()
    await listening.close()
  }
})

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { listen } from './listening.ts'

/** The most waiting connections that the system allows. */
const granted = () => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 128
  }
}
const MANY = Math.min(700, granted())
const AT_MOST_MS = 20_000

/** Connects from a thread of its own, and counts the connections that succeed. */
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
    // Blocks the event loop, so that no connection is accepted meanwhile.
    const end = performance.now() + AT_MOST_MS
    while (count[0] !== MANY && performance.now() < end) Atomics.wait(count, 0, count[0] ?? 0, 20)
    expect(count[0]).toBe(MANY)
  } finally {
    await client.terminate()
    await listening.close()
  }
})

test('a connection that never begins its handshake keeps nobody from closing', async () => {
  const listening = await listen({ tls: 'own' }, () => {})
  const silent = connect(Number(new URL(listening.url).port), '127.0.0.1')
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await listening.close()
  await closed
})

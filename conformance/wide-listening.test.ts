import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createPlain } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listenWidely } from './wide-listening.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function begun(server: Server, port = 0): Promise<number> {
  const stop = await listenWidely(server, { host: '127.0.0.1', port })
  stops.push(() => {
    stop()
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

test('a burst of connections is accepted within few turns of the event loop', async () => {
  const server = createServer()
  const port = await begun(server)
  const turns: number[] = []
  let turn = 0
  server.on('connection', () => turns.push(turn))
  const sockets = Array.from({ length: 60 }, () => connect({ port, host: '127.0.0.1' }))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  while (turns.length < sockets.length) {
    await new Promise((resolve) => setImmediate(resolve))
    turn += 1
  }
  const busiest = Math.max(
    ...Map.groupBy(turns, (at) => at)
      .values()
      .map((at) => at.length),
  )
  // On other systems no port can be shared so that every socket gets connections.
  if (process.platform === 'linux') expect(busiest).toBeGreaterThan(1)
  expect(turns).toHaveLength(60)
})

test('every connection is served, whichever socket took it', async () => {
  const port = await begun(createServer((_, response) => response.end('here')))
  const texts = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
      return answer.text()
    }),
  )
  expect(new Set(texts)).toEqual(new Set(['here']))
})

test('a port that is taken is taken, by a server of the same kind too', async () => {
  const port = await begun(createServer())
  await expect(listenWidely(createServer(), { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await expect(listenWidely(createPlain(), { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

test('nothing listens any more once both have stopped', async () => {
  const server = createServer()
  const port = await begun(server)
  for (const stop of stops.splice(0)) stop()
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

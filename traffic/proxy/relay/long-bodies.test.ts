import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually, rawClient, rawServer, relayTo } from '../testing/raw.ts'

const PIECE = randomBytes(64 * 1024)
const PIECES = 800
const SIZE = PIECE.length * PIECES
const MEGABYTE = 1024 * 1024
/** The system buffers this much for two connections, and some more. */
const UNDER_WAY = 25 * MEGABYTE

const hashOfAll = (): string => {
  const hash = createHash('sha256')
  for (let piece = 0; piece < PIECES; piece += 1) hash.update(PIECE)
  return hash.digest('hex')
}

test('a document of 50 MB passes to a slow client, and little of it is under way at any time', async () => {
  let [sent, mostUnderWay] = [0, 0]
  const platform = await rawServer(async (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: ${SIZE}\r\n\r\n`)
    for (let piece = 0; piece < PIECES; piece += 1) {
      sent += PIECE.length
      if (!socket.write(PIECE)) await once(socket, 'drain')
    }
  })
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  const hash = createHash('sha256')
  let size = 0
  client.socket.removeAllListeners('data')
  client.socket.on('data', async (bytes) => {
    const at = size === 0 ? bytes.indexOf('\r\n\r\n') + 4 : 0
    size += bytes.length - at
    hash.update(bytes.subarray(at))
    mostUnderWay = Math.max(mostUnderWay, sent - size)
    client.socket.pause()
    await pause(1)
    client.socket.resume()
  })
  client.socket.write('GET /api/document/policy/stream/1 HTTP/1.1\r\nHost: x\r\n\r\n')
  while (relay.passed.length === 0 || size < SIZE) await pause(10)
  const whole = hashOfAll()
  expect(hash.digest('hex')).toBe(whole)
  expect(relay.passed[0]?.answer?.body).toMatchObject({ size: SIZE, sha256: whole, isWhole: true })
  expect(relay.passed[0]?.answer?.body.kept.length).toBe(1024)
  expect(mostUnderWay).toBeLessThan(UNDER_WAY)
})

test('an upload waits for a platform that does not read', async () => {
  const platform = await rawServer()
  const relay = await relayTo({ baseUrl: `${platform.url}/api` })
  const client = await rawClient(relay.port)
  client.socket.write('POST /api/submit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  await eventually(() => platform.received()[0] !== undefined)
  platform.pause()
  const chunk = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)};x\r\n`), PIECE, Buffer.from('\r\n')])
  let written = 0
  for (let isTaken = true; isTaken && written < SIZE; written += chunk.length) {
    if (!client.socket.write(chunk))
      isTaken = await once(client.socket, 'drain', { signal: AbortSignal.timeout(500) }).then(
        () => true,
        () => false,
      )
  }
  expect(written).toBeLessThan(UNDER_WAY)
})

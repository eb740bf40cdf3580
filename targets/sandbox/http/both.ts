import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** First byte of a TLS handshake. */
const HANDSHAKE = 22

/** Listens on one port for two servers: clients that begin with a TLS handshake get the first, all others the second. */
export async function listenForBoth(
  secured: FastifyInstance,
  plain: FastifyInstance,
  port: number,
): Promise<{ readonly origin: string; close(): void }> {
  await Promise.all([secured.ready(), plain.ready()])
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (bytes) => {
      socket.pause()
      socket.unshift(bytes)
      const chosen = bytes[0] === HANDSHAKE ? secured : plain
      chosen.server.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const used = typeof address === 'object' && address !== null ? address.port : port
  return { origin: `https://127.0.0.1:${used}`, close: () => void server.close() }
}

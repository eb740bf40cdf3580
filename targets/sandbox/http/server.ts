import type { Socket } from 'node:net'
import { type FastifyError, type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import { ALPN } from '../../../conformance/alpn.ts'
import type { HttpAnswer } from './answer.ts'
import type { Tls } from './tls.ts'

export interface ServerOptions {
  readonly tls: Tls | undefined
  /** The limit of a body, in bytes. */
  readonly bodyLimit: number
  /** Answers requests that reached no handler, and errors thrown in one. `path` is the requested one, or empty. */
  failed(status: number, message: string, path: string): HttpAnswer
}

/** Sends an answer. */
export function send(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

/** A server that logs nothing, answers every error in the platform's own way, and closes at once. */
export function createServer({ tls, bodyLimit, failed }: ServerOptions): FastifyInstance {
  const answerError = (error: FastifyError, path: string): HttpAnswer => {
    const status = error.statusCode ?? 500
    return status < 500 ? failed(status, error.message, path) : failed(500, 'Internal server error.', path)
  }
  const server = fastify({
    bodyLimit,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 16_384 },
    // Its own type would bind the server to one protocol, and every handler with it.
    ...(tls === undefined ? {} : { https: { ALPNProtocols: ALPN, ...tls } as unknown as null }),
    frameworkErrors: (error, request, reply) => void send(reply, answerError(error, request.url)),
    clientErrorHandler(error, socket) {
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
      hangUp(socket, failed(status, 'The request cannot be read.', ''))
    },
  })
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    send(reply, answerError(error, request.url)),
  )
  server.setNotFoundHandler((request, reply) =>
    send(reply, failed(404, 'There is nothing at this address.', request.url)),
  )
  return server
}

/** Answers bytes that are no HTTP request: for these there is no reply object. */
function hangUp(socket: Socket, { status, headers, body }: HttpAnswer): void {
  if (!socket.writable) return
  if (typeof body !== 'string') {
    socket.destroy()
    return
  }
  const head = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) })
  const lines = [`HTTP/1.1 ${status} Bad Request`, ...head.map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Listens on the loopback address; port 0 takes any free one. Returns scheme, host and port. */
export async function listenOnLoopback(server: FastifyInstance, port: number): Promise<string> {
  return await server.listen({ host: '127.0.0.1', port })
}

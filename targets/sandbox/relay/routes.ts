import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ADDRESS_PATH,
  LISTENER_PATH,
  passedOn,
  type RelayedAnswer,
} from '../../../conformance/ports/relay.ts'
import { createListeners } from './listeners.ts'

/** The limit of a delivery's body, in bytes. */
const BODY_LIMIT = 16 * 1_048_576
/** The limit of an answer's status and headers, in bytes. */
const HEAD_LIMIT = 262_144
/** Shorter secrets could be guessed. */
const SECRET_LENGTH = 32

const secretOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''

/**
 * Adds the routes by which deliveries reach receivers that have no public address.
 *
 * @param originOf scheme, host and port of the server, known once it listens
 */
export function addRelay(server: FastifyInstance, originOf: () => string): void {
  const listeners = createListeners()

  server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      if (secretOf(request).length >= SECRET_LENGTH) done()
      else void reply.code(401).send({ error: `a secret of at least ${SECRET_LENGTH} characters is missing` })
    })
    // The body of an answer is passed on while it comes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.get(LISTENER_PATH, (request, reply) => {
      reply.hijack()
      listeners.open(secretOf(request), reply.raw, (name) => `${originOf()}${ADDRESS_PATH}/${name}`)
    })
    scope.post<{ Params: { id: string } }>(`${LISTENER_PATH}/:id`, async (request, reply) => {
      const body = request.body as IncomingMessage
      const { head, rest } = await headOf(body)
      const waiting = listeners.answered(secretOf(request), request.params.id)
      if (waiting === undefined) {
        body.resume()
        return reply.code(410).send({ error: 'nobody waits for this answer any more' })
      }
      if ('failure' in head) {
        waiting.destroy()
        return reply.code(204).send()
      }
      try {
        waiting.writeHead(head.status, head.message, passedOn(head.headers))
        waiting.write(rest)
        await pipeline(body, waiting)
      } catch {
        // The receiver's answer is none, or has broken off; or the sender needed only its head.
        waiting.destroy()
        body.resume()
      }
      return reply.code(204).send()
    })
  })

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    const pass = (
      request: FastifyRequest<{ Params: { name: string } }>,
      reply: { hijack(): unknown; raw: Parameters<typeof listeners.pass>[2] },
    ) => {
      reply.hijack()
      const { name } = request.params
      const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('base64') : ''
      const path = request.url.slice(`${ADDRESS_PATH}/${name}`.length)
      listeners.pass(name, { method: request.method, path, headers: request.raw.rawHeaders, body }, reply.raw)
    }
    for (const url of [`${ADDRESS_PATH}/:name`, `${ADDRESS_PATH}/:name/*`])
      scope.route<{ Params: { name: string } }>({
        method: ['POST', 'PUT'],
        url,
        bodyLimit: BODY_LIMIT,
        handler: pass,
      })
  })
}

/** Reads the first line of an answer; the bytes that came with it are the begin of its body. */
async function headOf(body: IncomingMessage): Promise<{ head: RelayedAnswer; rest: Buffer }> {
  let read = Buffer.alloc(0)
  for (;;) {
    const end = read.indexOf(10)
    if (end !== -1)
      return { head: JSON.parse(read.subarray(0, end).toString('utf8')), rest: read.subarray(end + 1) }
    if (read.length > HEAD_LIMIT) throw Object.assign(new Error('the head is too long'), { statusCode: 400 })
    const chunk: unknown = body.read() ?? (await nextOf(body))
    if (chunk === undefined) throw Object.assign(new Error('the head is missing'), { statusCode: 400 })
    read = Buffer.concat([read, chunk as Buffer])
  }
}

/** The next bytes of a stream that has none at the moment; undefined at its end. */
async function nextOf(body: IncomingMessage): Promise<Buffer | undefined> {
  for (;;) {
    if (body.readableEnded || body.destroyed) return undefined
    await new Promise<void>((resolve) => {
      const events = ['readable', 'end', 'close', 'error'] as const
      const go = () => {
        for (const event of events) body.off(event, go)
        resolve()
      }
      for (const event of events) body.on(event, go)
    })
    const chunk = body.read() as Buffer | null
    if (chunk !== null) return chunk
  }
}

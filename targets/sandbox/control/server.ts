import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sameSecret } from '../credentials/same-secret.ts'
import { answerAsJson } from '../http/answer.ts'
import { createServer, send } from '../http/server.ts'
import type { Tls } from '../http/tls.ts'
import { Refusal } from '../office/refusal.ts'
import type { Platform } from '../platform.ts'
import { isObject } from '../validation/types.ts'
import { controlRoutes } from './routes.ts'

/** The header in which every control request carries its secret. */
export const CONTROL_HEADER = 'x-control-secret'
/** The path of the control API's own description, open to everybody. */
export const CONTROL_DESCRIPTION = '/openapi.yaml'

const CODES = { invalid: 400, unknown: 404, conflict: 409 } as const

const problem = (status: number, message: string) => answerAsJson(status, { error: message })

const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

/** The server of the control API, not yet listening: it offers what an operator does in portals and back offices. */
export function createControl(
  platform: Platform,
  options: { tls: Tls | undefined; secret: string },
): FastifyInstance {
  const server = createServer({ tls: options.tls, bodyLimit: 1_048_576, failed: problem })

  server.addHook('onRequest', (request, reply, done) => {
    const isRight = sameSecret(String(request.headers[CONTROL_HEADER] ?? ''), options.secret)
    if (isRight || request.url === CONTROL_DESCRIPTION) done()
    else send(reply, problem(401, `${CONTROL_HEADER} is missing or wrong`))
  })

  // Most commands have no body, even if they have a content type.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const given: unknown = body === '' ? {} : JSON.parse(String(body))
      if (isObject(given)) done(null, given)
      else done(badRequest('the body must be a JSON object'))
    } catch {
      done(badRequest('the body is not JSON'))
    }
  })

  server.get(CONTROL_DESCRIPTION, async (_request, reply) =>
    reply.type('application/yaml').send(await readFile(new URL('openapi.yaml', import.meta.url), 'utf8')),
  )
  for (const { method, path, action } of controlRoutes)
    server.route<{ Params: Record<string, string> }>({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async handler({ params, body }, reply) {
        const given = { ...(isObject(body) ? body : {}), ...params }
        try {
          return send(reply, answerAsJson(200, await action(given, platform)))
        } catch (error) {
          if (error instanceof Refusal) return send(reply, problem(CODES[error.kind], error.message))
          throw error
        }
      },
    })
  return server
}

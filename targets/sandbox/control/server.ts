import type { FastifyInstance } from 'fastify'
import { sameSecret } from '../credentials/same-secret.ts'
import { json } from '../http/answer.ts'
import { createServer, send } from '../http/server.ts'
import type { Tls } from '../http/tls.ts'
import type { Platform } from '../platform.ts'
import { isObject } from '../validation/types.ts'
import { controlRoutes } from './actions.ts'
import { ControlRefusal } from './refusal.ts'

/** Every control request carries its secret in this header. */
export const CONTROL_HEADER = 'x-control-secret'

const problem = (status: number, message: string) => json(status, { error: message })

/** The server of the control API, not yet listening: what an operator does in portals and back offices. */
export function createControl(
  platform: Platform,
  options: { tls: Tls | undefined; secret: string },
): FastifyInstance {
  const server = createServer({ tls: options.tls, bodyLimit: 1_048_576, failed: problem })

  server.addHook('onRequest', (request, reply, done) => {
    if (sameSecret(String(request.headers[CONTROL_HEADER] ?? ''), options.secret)) done()
    else send(reply, problem(401, `${CONTROL_HEADER} is missing or wrong`))
  })

  // Most commands carry nothing, whatever their content type says.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const given: unknown = body === '' ? {} : JSON.parse(String(body))
      if (isObject(given)) done(null, given)
      else done(new ControlRefusal(400, 'the body must be a JSON object'))
    } catch {
      done(new ControlRefusal(400, 'the body is not JSON'))
    }
  })

  for (const { method, path, action } of controlRoutes)
    server.route<{ Params: { id?: string } }>({
      method,
      url: path,
      async handler(request, reply) {
        const given = isObject(request.body) ? request.body : {}
        return send(reply, json(200, await action({ id: request.params.id ?? '', given }, platform)))
      },
    })
  return server
}

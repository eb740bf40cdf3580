import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../credentials/access.ts'
import { requestToken } from '../credentials/token-request.ts'
import type { Partner } from '../office/directory.ts'
import type { Platform } from '../platform.ts'
import type { HttpAnswer } from './answer.ts'
import { operationAt, type Route, routes } from './routes.ts'
import { createServer, send } from './server.ts'
import type { Tls } from './tls.ts'

export const SANDBOX_TOKEN_PATH = '/oauth/token'
export const DESCRIPTION_NAME = '/openapi.yaml'

/** The server of the quote API and its token endpoint, not yet listening. */
export function createApi(
  platform: Platform,
  options: {
    readonly tls: Tls | undefined
    readonly descriptionFile: string
  },
): FastifyInstance {
  const { http } = platform.behaviour
  const server = createServer({
    tls: options.tls,
    bodyLimit: http.bodyLimit,
    failed: (status, message, path) =>
      http.failed(status, message, operationAt(path.slice(http.basePath.length)), platform),
  })
  readJson(server, platform)
  for (const route of routes) addRoute(server, route, platform)
  const published = async (): Promise<string | undefined> => {
    const description = await readFile(options.descriptionFile, 'utf8').catch(() => undefined)
    return description && http.description(withOwnAddresses(description, platform))
  }
  server.get(`${http.basePath}${DESCRIPTION_NAME}`, async (_request, reply) => {
    const text = await published()
    if (text === undefined) return reply.callNotFound()
    return reply.type(text.startsWith('{') ? 'application/json' : 'application/yaml').send(text)
  })
  server.register(async (scope) => addTokenEndpoint(scope, platform))
  return server
}

/** Parses the JSON texts that the rules let through, as the server does by itself. */
function readJson(server: FastifyInstance, { behaviour: { http } }: Platform): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (http.reads(body)) return parse(request, http.asJson(body), done)
    done(Object.assign(new Error('The request body cannot be read.'), { statusCode: 400 }))
  })
}

/** The description with the addresses of this sandbox in place of example addresses. */
const withOwnAddresses = (text: string, { origin, behaviour }: Platform): string =>
  text
    .replaceAll('https://sandbox.quotes.example/api', `${origin}${behaviour.http.basePath}`)
    .replaceAll('https://auth.quotes.example', origin)

function addRoute(server: FastifyInstance, { operation, method, path }: Route, platform: Platform): void {
  const { http } = platform.behaviour
  const partners = new WeakMap<FastifyRequest, Partner>()
  const finish = (reply: FastifyReply, answer: HttpAnswer): FastifyReply =>
    send(reply, http.written(http.finished(answer, operation, platform)))

  server.route<{ Params: { id?: string } }>({
    method,
    url: `${http.basePath}${path}`,
    // Runs before the body is read, so that a request without credentials does not learn what is wrong with its body.
    onRequest(request, reply, done) {
      const putOff = http.putsOff(operation, platform)
      if (putOff !== undefined) {
        finish(reply, putOff)
        return
      }
      const admitted = admit({ operation, headers: request.headers, url: request.url }, platform)
      if ('refusal' in admitted) {
        finish(reply, admitted.refusal)
        return
      }
      partners.set(request, admitted.partner)
      done()
    },
    handler(request, reply) {
      const partner = partners.get(request)
      if (partner === undefined) throw new TypeError('the request was not admitted')
      const call = {
        operation,
        partner,
        id: request.params.id ?? '',
        headers: request.headers,
        body: request.body,
      }
      if (platform.faults.take(method, request.url.slice(http.basePath.length))) {
        finish(reply, http.breaks(call, platform))
        return undefined
      }
      const answer = platform.behaviour.operations[operation](call, platform)
      if (answer instanceof Promise) return answer.then((late) => finish(reply, late))
      finish(reply, answer)
      return undefined
    },
  })
}

/** The only endpoint that accepts forms, and it accepts nothing else. */
function addTokenEndpoint(scope: FastifyInstance, platform: Platform): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
  scope.post(SANDBOX_TOKEN_PATH, (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : undefined
    send(reply, requestToken(form, platform))
  })
}

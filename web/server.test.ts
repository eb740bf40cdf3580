import { type FastifyInstance, fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { addLive } from './live.ts'
import { openWeb } from './server.ts'

/** A server with one form, and what its page of failure says. */
function open(isHttps: boolean): FastifyInstance {
  const server = fastify({ trustProxy: true })
  onTestFinished(() => server.close())
  server.get('/api', () => 'bare')
  server.register(async (scope) => {
    await openWeb(scope, {
      ...{
        cookieName: 'test',
        cookieSecret: 'x'.repeat(32),
        isHttps,
        sessions: new Map(),
        saved: (then: () => void) => then(),
        now: Date.now,
      },
      failed: (status, message, _request, reply) => reply.code(status).send(message),
    })
    scope.get('/form', (_request, reply) => reply.generateCsrf())
    scope.post('/form', () => 'done')
    scope.get('/broken', () => {
      throw new Error('a secret detail')
    })
    addLive(scope, '/live', () => 'state')
  })
  return server
}

const host = 'localhost:1'
const form = { host, 'content-type': 'application/x-www-form-urlencoded' }

test('a form is taken with the token of its session only', async () => {
  const server = open(false)
  const page = await server.inject({ url: '/form', headers: { host } })
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
  const send = (headers: object, token: string) =>
    server.inject({
      method: 'POST',
      url: '/form',
      headers: { ...form, ...headers },
      payload: `_csrf=${token}`,
    })
  expect((await send({ cookie }, page.body)).body).toBe('done')
  expect((await send({}, page.body)).statusCode).toBe(403)
  expect((await send({ cookie }, 'none')).statusCode).toBe(403)
  const json = { ...form, cookie, 'content-type': 'application/json' }
  const other = await server.inject({
    method: 'POST',
    url: '/form',
    headers: json,
    payload: `{"_csrf":"${page.body}"}`,
  })
  expect(other.statusCode).toBe(415)
})

test('another host name is refused, and an error tells no details', async () => {
  const server = open(false)
  expect((await server.inject({ url: '/form', headers: { host: 'evil.example' } })).statusCode).toBe(421)
  const broken = await server.inject({ url: '/broken', headers: { host } })
  expect([broken.statusCode, broken.body]).toEqual([500, 'Something broke here.'])
})

test('on https the cookie is bound to this host', async () => {
  const server = open(true)
  const cookieBy = async (protocol: string) => {
    const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol }
    return (await server.inject({ url: '/form', headers })).headers['set-cookie']
  }
  expect(await cookieBy('https')).toMatch(/^__Host-test=\S+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(await cookieBy('http')).toBeUndefined()
})

test('files of the kit are served; other routes have none of its hooks', async () => {
  const server = open(false)
  const style = await server.inject({ url: '/assets/style.css', headers: { host } })
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect((await server.inject({ url: '/assets/../server.ts', headers: { host } })).statusCode).toBe(404)
  const bare = await server.inject({ url: '/api', headers: { host: 'evil.example' } })
  expect([bare.body, bare.headers['content-security-policy'], bare.headers['set-cookie']]).toEqual([
    'bare',
    undefined,
    undefined,
  ])
})

test('the stream tells a page that it is out of date, also one that comes back later', async () => {
  let state = 'one'
  const server = fastify({ forceCloseConnections: true })
  onTestFinished(() => server.close())
  const { fastifySSE } = await import('@fastify/sse')
  await server.register(fastifySSE)
  addLive(server, '/live', () => state)
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const listen = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/live`, { headers: { accept: 'text/event-stream', ...headers } })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return async (wanted: string): Promise<string> => {
      while (!text.includes(wanted)) text += (await reader?.read())?.value ?? ''
      return text
    }
  }
  const first = await listen()
  const id = /id: (\w+)/.exec(await first('connected'))?.[1] ?? ''
  state = 'two'
  expect(await first('changed')).toContain('event: changed')
  const back = await listen({ 'last-event-id': id })
  expect(await back('changed')).toContain('event: changed')
})

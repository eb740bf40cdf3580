import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import session from '@fastify/session'
import { fastifySSE as sse } from '@fastify/sse'
import files from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ASSETS } from './frame.ts'
import { isForeign, isOwnHost } from './guards.ts'
import { type KeptSession, type Saved, sessionStore } from './sessions.ts'

export interface WebOptions {
  /** Name of the session's cookie; on https it gets the prefix `__Host-`. */
  readonly cookieName: string
  /** Signs the cookie; at least 32 characters. */
  readonly cookieSecret: string
  readonly isHttps: boolean
  readonly sessions: Map<string, KeptSession>
  readonly saved: Saved
  /** The time of day in milliseconds since the epoch. */
  now(): number
  /** Answers what went wrong, as a page. */
  failed(status: number, message: string, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** Largest form in bytes. */
const BODY_LIMIT = 262_144
/** Requests of one address in a minute. */
const MOST_REQUESTS = 3000

const assets = fileURLToPath(new URL('assets', import.meta.url))

const NONE = ["'none'"]
const OWN = ["'self'"]

/** Nothing comes from elsewhere, nothing runs that stands in a page, and no other site may frame one. */
const POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: NONE,
    scriptSrc: OWN,
    styleSrc: OWN,
    connectSrc: OWN,
    imgSrc: [...OWN, 'data:'],
    formAction: OWN,
    baseUri: NONE,
    frameAncestors: NONE,
  },
}

/**
 * Makes a part of a server ready for pages: sessions, forms with tokens, headers, limits and the files of the kit. Routes of the
 * same part that are added later have all of it.
 */
export async function openWeb(scope: FastifyInstance, options: WebOptions): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(formbody, { bodyLimit: BODY_LIMIT })
  await scope.register(helmet, {
    contentSecurityPolicy: POLICY,
    // A certificate made for one sandbox must not bind a name of this machine to https.
    strictTransportSecurity: false,
    // Without a referrer of its own a browser sends no origin with a form, which the guard asks for.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  await scope.register(rateLimit, { max: MOST_REQUESTS, timeWindow: 60_000 })
  await scope.register(cookie)
  await scope.register(session, {
    secret: options.cookieSecret,
    cookieName: options.isHttps ? `__Host-${options.cookieName}` : options.cookieName,
    cookie: { secure: options.isHttps, httpOnly: true, sameSite: 'lax', path: '/' },
    store: sessionStore(options.sessions, options),
    saveUninitialized: false,
    rolling: false,
  })
  await scope.register(csrf, {
    sessionPlugin: '@fastify/session',
    getToken: ({ body }) => (body as Readonly<Record<string, string>> | undefined)?._csrf,
  })
  await scope.register(sse)

  scope.addHook('onRequest', async (request, reply) => {
    if (!isOwnHost(request.headers))
      return options.failed(421, 'This is not the host of this site.', request, reply)
    if (isForeign(request.method, request.headers))
      return options.failed(403, 'Another site sent this form.', request, reply)
    if (!request.url.startsWith(ASSETS)) reply.header('cache-control', 'no-store')
    return undefined
  })
  scope.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'POST') scope.csrfProtection(request, reply, done)
    else done()
  })
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.code?.startsWith('FST_CSRF_'))
      return options.failed(
        403,
        'This form is out of date. Open the page again and send it anew.',
        request,
        reply,
      )
    const status = error.statusCode ?? 500
    return options.failed(status, status < 500 ? error.message : 'Something broke here.', request, reply)
  })
  await scope.register(files, {
    root: assets,
    prefix: ASSETS,
    cacheControl: true,
    maxAge: '1h',
    index: false,
  })
}

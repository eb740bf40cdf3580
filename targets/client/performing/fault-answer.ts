import type { FaultAction } from '../../../conformance/ports/client.ts'
import type { PlatformAnswer } from '../platform-instance.ts'

const TYPES = { json: 'application/json', html: 'text/html', text: 'text/plain', empty: undefined } as const

const errorOf = (message: string): string => JSON.stringify({ status: 'error', error: { message } })

const REFUSED = 'This request could not be served (Größe, 100% {0} %d)'

/** A client that follows this text instead of the status sends the request again. */
const INVALID = errorOf(`${REFUSED}: the address is temporary. Correct it and try again later.`)

const BODIES = {
  json: errorOf(`${REFUSED}.`),
  html: '<!doctype html>\n<html><head><title>Unavailable</title></head><body><h1>Unavailable</h1></body></html>\n',
  text: 'This request could not be served.',
  empty: '',
} as const

type Answering = Extract<FaultAction, { readonly kind: 'answer' }>

/** The answer of the simulated platform to a request that meets a fault. */
export function faultAnswer(action: Answering, nowMs: number): PlatformAnswer {
  const { status, body, retryAfter, closes } = action
  const answer = answerOf(status, body)
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(retryAfter !== undefined && { 'retry-after': written(retryAfter, nowMs) }),
      ...(closes === true && { connection: 'close' }),
    },
  }
}

const written = (retryAfter: NonNullable<Answering['retryAfter']>, nowMs: number): string =>
  typeof retryAfter === 'string' ? retryAfter : new Date(nowMs + retryAfter.secondsAhead * 1000).toUTCString()

/** A 401 that says what is wrong with the token. */
export function refusedToken(kind: keyof typeof BODIES = 'json'): PlatformAnswer {
  const { headers, ...answer } = answerOf(401, kind)
  return {
    ...answer,
    headers: { ...headers, 'www-authenticate': 'Bearer realm="quote", error="invalid_token"' },
  }
}

export function redirectTo(status: number, location: string): PlatformAnswer {
  return { status, headers: { location, 'content-type': 'text/plain' }, body: Buffer.from('Moved.') }
}

function answerOf(status: number, body: keyof typeof BODIES): PlatformAnswer {
  const type = TYPES[body]
  return {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
    body: Buffer.from(status === 400 && body === 'json' ? INVALID : BODIES[body]),
  }
}

import { createHash } from 'node:crypto'
import type { Passed, PassedBody } from '../record/passed.ts'

/** Credentials of a platform that exists in tests only. */
export const SECRETS = {
  clientSecret: 'client-secret-ABCDEFGH-12345',
  integrationKey: 'integration-key-ABCDEFGH-1',
  signingSecret: 'signing-secret-ABCDEFGH-1',
  token: 'token-ABCDEFGH-123456789',
}

export const PLATFORM = {
  baseUrl: 'https://quotes.example/api',
  authUrl: 'https://login.example/oauth/token',
  credentials: {
    clientId: 'm2m-1',
    clientSecret: SECRETS.clientSecret,
    integrationKey: SECRETS.integrationKey,
  },
  webhooks: { signingSecret: SECRETS.signingSecret },
}

export function passedBody(content: string | Uint8Array = '', most = 256 * 1024): PassedBody {
  const bytes = new Uint8Array(Buffer.from(content))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { size: bytes.length, sha256, kept: bytes.subarray(0, most), isWhole: true }
}

let last = 0

/** A request that passed, a second after the one before, with an answer of JSON. */
export function passing({
  sent,
  answer,
  status = 200,
  ...given
}: Partial<Passed> & { readonly sent?: string; readonly status?: number; readonly json?: unknown } & {
  readonly answer?: Passed['answer']
}): Passed {
  last += 1
  const { json, ...rest } = given
  const isSent = sent !== undefined
  return {
    number: last,
    route: 'api',
    method: 'GET',
    target: '/api/status/1',
    asked: given.target ?? '/api/status/1',
    headers: [
      ['authorization', `Bearer ${SECRETS.token}`],
      ['x-integration-key', SECRETS.integrationKey],
      ...(isSent ? [['content-type', 'application/json'] as const] : []),
    ],
    body: passedBody(sent),
    answer: answer ?? {
      status,
      headers: [['content-type', 'application/json']],
      body: passedBody(JSON.stringify(json ?? {})),
    },
    startedAt: 1_000_000 + last * 1000,
    sinceMs: last * 1000,
    elapsedMs: 10,
    timing: {},
    changing: [],
    ...rest,
  }
}

/** A right token request, and its answer. */
export const granted = (form = ''): Passed =>
  passing({
    route: 'token',
    method: 'POST',
    target: '/oauth/token',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    sent: `client_id=m2m-1&client_secret=${SECRETS.clientSecret}&grant_type=client_credentials&scope=quote${form}`,
    json: { access_token: SECRETS.token, token_type: 'bearer', expires_in: 3600 },
  })

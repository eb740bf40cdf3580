import type { FakeClient } from '../fake.ts'
import { Refused } from '../messages.ts'
import { type Defect, defect, warned, withHeaders, without } from './defect.ts'

const STRAIGHT = 'journeys/straight-through'

/** Defects in sending credentials, and to whom. */
export const credentialDefects: Readonly<Record<string, Defect>> = {
  'sends no token on documents': defect('tokens/refused-submit', 'client-sends-the-token', (client) =>
    withHeaders(client, (headers, on) => (on === 'policy' ? without(headers, 'authorization') : headers)),
  ),
  'sends the token without Bearer': defect('outcomes/review', 'client-sends-the-token', (client) => {
    client.authorization = () => client.token?.text ?? ''
  }),
  'sends the client secret as the token': defect('outcomes/review', 'client-sends-the-token', (client) => {
    client.authorization = () => `Bearer ${client.env.QUOTE_CLIENT_SECRET}`
  }),
  'sends no integration key': defect('outcomes/review', 'client-sends-the-integration-key', (client) =>
    withHeaders(client, (headers) => without(headers, 'x-integration-key')),
  ),
  'sends no integration key on the bind': defect(STRAIGHT, 'client-sends-the-integration-key', (client) =>
    withHeaders(client, (headers, on) => (on === 'bind' ? without(headers, 'x-integration-key') : headers)),
  ),
  'sends the client id as integration key': defect(
    'outcomes/review',
    'client-sends-the-integration-key',
    (client) =>
      withHeaders(client, (headers) => ({
        ...headers,
        'x-integration-key': client.env.QUOTE_CLIENT_ID ?? '',
      })),
  ),
  'keeps 512 characters of a token': defect('tokens/long', 'client-sends-the-token', (client) => {
    const usual = client.readToken.bind(client)
    client.readToken = (body) => {
      const { access_token, expires_in } = usual(body)
      return { access_token: access_token.slice(0, 512), expires_in }
    }
  }),
  'looks for an error in the body of each 401': defect(
    'tokens/refused-without-a-word',
    'client-renews-after-401',
    (client) => {
      const usual = client.wire.bind(client)
      client.wire = async (sent) => {
        const got = await usual(sent)
        if (got.status === 401 && sent.operation !== 'token' && got.body.length === 0)
          throw new Refused('the 401 holds no JSON')
        return got
      }
      client.tries = 1
    },
  ),
  'fetches a token for each request': defect(STRAIGHT, 'client-reuses-its-token', (client) => {
    client.isFresh = () => false
  }),
  'fetches a token for each poll': defect('journeys/slow-rating', 'client-reuses-its-token', (client) => {
    const usual = client.isFresh.bind(client)
    client.isFresh = (operation) => operation !== 'status' && usual(operation)
  }),
  'believes that a token lives for an hour': warned(
    'tokens/short-lived',
    'client-refreshes-before-expiry',
    (client) => {
      client.renewAt = () => Date.now() + 3_600_000
    },
  ),
  'takes seconds for minutes': warned('tokens/short-lived', 'client-refreshes-before-expiry', (client) => {
    client.renewAt = (seconds) => Date.now() + seconds * 60_000
  }),
  'never renews a token': defect('tokens/refused-status', 'client-renews-after-401', (client) => {
    client.most401 = 0
  }),
  'repeats a request after a 401 with the same token': defect(
    'tokens/refused-submit',
    'client-renews-after-401',
    (client) => {
      client.renew = () => undefined
    },
  ),
  'renews on reads only': defect('tokens/refused-writes', 'client-renews-after-401', (client) => {
    const usual = client.call.bind(client)
    client.call = (operation, id, body) => {
      client.most401 = operation === 'bind' || operation === 'update' ? 0 : 1
      return usual(operation, id, body)
    }
  }),
  'takes a 401 on a document for an absent document': defect(
    'tokens/refused-documents',
    'client-renews-after-401',
    (client) => {
      const usual = client.call.bind(client)
      client.call = (operation, id, body) => {
        client.most401 = operation === 'policy' ? 0 : 1
        return usual(operation, id, body)
      }
    },
  ),
  'asks again and again after a 401': warned(
    'tokens/refused-for-good',
    'client-does-not-loop-on-401',
    (client) => {
      client.most401 = 40
    },
  ),
  'wants bearer in small letters': warned(
    'answers/loud-bearer',
    'client-takes-any-case-of-bearer',
    (client) => {
      client.readToken = (body) => {
        const token = JSON.parse(body.toString())
        if (token.token_type !== 'bearer') throw new Error('no bearer token')
        return token
      }
    },
  ),
  'follows redirects with its credentials': warned(
    'addresses/redirected-status',
    'client-keeps-credentials-to-the-service',
    followRedirects,
  ),
  'follows redirects of documents with its credentials': warned(
    'addresses/redirected-documents',
    'client-keeps-credentials-to-the-service',
    followRedirects,
  ),
  'sends its secret wherever the token endpoint points': warned(
    'addresses/redirected-token',
    'client-keeps-credentials-to-the-service',
    followRedirects,
  ),
  'calls the checkout link with its credentials': warned(
    'addresses/checkout-elsewhere',
    'client-keeps-credentials-to-the-service',
    (client) => {
      const usual = client.read.bind(client)
      client.read = (envelope, operation) => {
        const data = usual(envelope, operation)
        if (operation === 'submit') {
          const headers = client.headers('submit', undefined)
          void client.wire({
            operation: 'status',
            method: 'GET',
            url: String(data.checkout_link),
            headers,
            body: undefined,
          })
        }
        return data
      }
    },
  ),
  'prints its secret': warned('outcomes/review', 'client-prints-no-secret', (client) => {
    process.stdout.write(`connecting with ${client.env.QUOTE_CLIENT_SECRET}\n`)
  }),
  'prints its token': warned('outcomes/review', 'client-prints-no-secret', (client) => {
    const usual = client.readToken.bind(client)
    client.readToken = (body) => {
      process.stderr.write(body)
      return usual(body)
    }
  }),
  'prints its headers': warned('outcomes/review', 'client-prints-no-secret', (client) =>
    withHeaders(client, (headers) => {
      process.stderr.write(`${JSON.stringify(headers)}\n`)
      return headers
    }),
  ),
}

function followRedirects(client: FakeClient): void {
  const usual = client.wire.bind(client)
  client.wire = async (sent) => {
    const got = await usual(sent)
    const to = got.headers.location
    return got.status >= 300 && got.status < 400 && typeof to === 'string' ? usual({ ...sent, url: to }) : got
  }
}

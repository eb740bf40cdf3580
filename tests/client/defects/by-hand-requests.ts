import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { FakeClient } from '../fake.ts'
import { withHeaders, withTokenRequest } from '../requests.ts'

/** Uses a new token for the repeat only. */
const keepsRefused = (client: FakeClient) => {
  const usual = client.call.bind(client)
  client.call = async (...given) => {
    const kept = client.token
    const got = await usual(...given)
    client.token = kept ?? client.token
    return got
  }
}

/** Changes of clients that send wrong requests, tokens and credentials, by the descriptions in the tables. */
export const requestsByHand: Readonly<Record<string, (client: FakeClient) => void>> = {
  'tries to bind by POST first': (client) => {
    const usual = client.wire.bind(client)
    client.wire = async (sent) => {
      if (sent.url.includes('/bind/')) await usual({ ...sent, method: 'POST' })
      return usual(sent)
    }
  },
  'sends bodies in Latin-1': (client) => {
    const usual = client.wire.bind(client)
    client.wire = (sent) =>
      usual({
        ...sent,
        body: (sent.body === undefined ? undefined : Buffer.from(sent.body, 'latin1')) as unknown as string,
      })
  },
  'updates before the rating is over': (client) => {
    const usual = client.settled.bind(client)
    client.settled = async (id, phase) => {
      if (phase === 'rating' && client.result.quote_status === 'pending')
        await client.dataOf('update', id, client.updateBody()).catch(() => undefined)
      return usual(id, phase)
    }
  },
  'updates a bound quote': (client) => {
    const usual = client.bind.bind(client)
    client.bind = async (id) => {
      await usual(id)
      await client.dataOf('update', id, client.updateBody()).catch(() => undefined)
    }
  },
  'asks for a quote by an id of its own': (client) => {
    const usual = client.path.bind(client)
    client.path = (operation, id) =>
      usual(operation, operation === 'status' ? '00000000-0000-4000-8000-000000000000' : id)
  },
  'asks for a quote that was refused': (client) => {
    client.read = (envelope) => envelope.data ?? { quote_id: 'undefined', quote_status: 'pending' }
  },
  'binds at once': (client) => {
    client.settled = async () => 'ready_to_bind'
    client.journey = ['submit', 'bind']
  },
  'binds twice': (client) => {
    const usual = client.bind.bind(client)
    client.bind = async (id) => {
      await usual(id)
      await client.dataOf('bind', id, '{}').catch(() => undefined)
    }
  },
  'binds while the quote is rated again': (client) => {
    const usual = client.isSettled.bind(client)
    let settled = 0
    client.isSettled = (state) => {
      if (state === 'ready_to_bind') settled += 1
      return settled > 0 && client.result.quote_status === 'pending' ? true : usual(state)
    }
    client.bindsIn = ['ready_to_bind', 'pending']
  },
  'asks for the policy right behind the bind': (client) => {
    client.policy = (id) => client.save('policy', id, 'policy.pdf')
  },
  'keeps the quote id in a file that all share': (client) => {
    const file = join(tmpdir(), `quote-fake-${process.ppid}.txt`)
    const usual = client.write.bind(client)
    client.write = () => {
      writeFileSync(file, 'x', { flag: 'a' })
      client.result.quote_id = 'shared'
      usual()
    }
  },
  'asks for a token with JSON': (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(client.form()),
    })),
  'asks for a token by GET': (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      method: 'GET',
      url: `${sent.url}?${sent.body}`,
      body: undefined,
    })),
  'asks for a token without a content type': (client) =>
    withTokenRequest(client, (sent) => ({ ...sent, headers: {} })),
  'asks elsewhere for a token': (client) =>
    withTokenRequest(client, (sent) => ({ ...sent, url: `${new URL(sent.url).origin}/token` })),
  'goes by a refresh token where it has one': (client) => {
    let refresh: string | undefined
    const read = client.readToken.bind(client)
    client.readToken = (body) => {
      refresh = JSON.parse(body.toString()).refresh_token
      return read(body)
    }
    const form = client.form.bind(client)
    client.form = () =>
      refresh === undefined ? form() : { ...form(), grant_type: 'refresh_token', refresh_token: refresh }
  },
  'writes its secret twice over when it asks for a further token': (client) => {
    const form = client.form.bind(client)
    let times = 0
    client.form = () => {
      const first = form()
      times += 1
      return times === 1
        ? first
        : { ...first, client_secret: encodeURIComponent(String(first.client_secret)) }
    }
  },
  'sends client id and secret as Basic': (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      headers: {
        ...sent.headers,
        authorization: `Basic ${Buffer.from(`${client.env.QUOTE_CLIENT_ID}:${client.env.QUOTE_CLIENT_SECRET}`).toString('base64')}`,
      },
      body: 'grant_type=client_credentials&scope=quote',
    })),
  'puts a form together without encoding': (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      body: Object.entries(client.form())
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    })),
  'encodes a form as an address, without the plus': (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      body: Object.entries(client.form())
        .map(([name, value]) => `${name}=${encodeURI(value).replaceAll('&', '%26')}`)
        .join('&'),
    })),
  'sends the token without Bearer': (client) => {
    client.authorization = () => client.token?.text ?? ''
  },
  'sends the client secret as the token': (client) => {
    client.authorization = () => `Bearer ${client.env.QUOTE_CLIENT_SECRET}`
  },
  'sends the client id as integration key': (client) =>
    withHeaders(client, (headers) => ({
      ...headers,
      'x-integration-key': client.env.QUOTE_CLIENT_ID ?? '',
    })),
  'keeps 512 characters of a token': (client) => {
    const usual = client.readToken.bind(client)
    client.readToken = (body) => {
      const { access_token, expires_in } = usual(body)
      return { access_token: access_token.slice(0, 512), expires_in }
    }
  },
  'believes that a token lives for an hour': (client) => {
    client.renewAt = () => Date.now() + 3_600_000
  },
  'takes seconds for minutes': (client) => {
    client.renewAt = (seconds) => Date.now() + seconds * 60_000
  },
  'repeats a request after a 401 with the same token': (client) => {
    client.renew = () => undefined
  },
  'wants bearer in small letters': (client) => {
    client.readToken = (body) => {
      const token = JSON.parse(body.toString())
      if (token.token_type !== 'bearer') throw new Error('no bearer token')
      return token
    }
  },
  'calls the checkout link with its credentials': (client) => {
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
  'prints its secret': (client) => {
    process.stdout.write(`connecting with ${client.env.QUOTE_CLIENT_SECRET}\n`)
  },
  'prints its token': (client) => {
    const usual = client.readToken.bind(client)
    client.readToken = (body) => {
      process.stderr.write(body)
      return usual(body)
    }
  },
  'prints its headers': (client) =>
    withHeaders(client, (headers) => {
      process.stderr.write(`${JSON.stringify(headers)}\n`)
      return headers
    }),
  'keeps the token that was refused': keepsRefused,
  'keeps the token that was refused over https': (client) => {
    if (client.env.QUOTE_CA !== undefined) keepsRefused(client)
  },
  'forgets its authority when a token was refused': (client) => {
    client.renew = () => {
      client.token = undefined
      client.agent = new Agent()
    }
  },
  'compares no host name': (client) => {
    const { QUOTE_CA: file } = client.env
    const ca = file === undefined ? {} : { ca: readFileSync(file) }
    client.agent = new Agent({ connect: { ...ca, checkServerIdentity: () => undefined } })
  },
  'does not know the authority that it is given': (client) => {
    client.agent = new Agent()
  },
  'binds right behind an update that put the quote back': (client) => {
    client.update = async (id, state) => {
      if (client.journey.includes('update') && client.updatesIn.includes(state))
        await client.dataOf('update', id, client.updateBody())
      return state
    }
  },
}

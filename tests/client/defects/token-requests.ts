import { type Defect, defect, withTokenRequest } from './defect.ts'

const STRAIGHT = 'journeys/straight-through'

/** Defects in token requests and their form. */
export const tokenRequestDefects: Readonly<Record<string, Defect>> = {
  'asks for a token with JSON': defect('outcomes/review', 'client-token-request-is-a-form', (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(client.form()),
    })),
  ),
  'asks for a token by GET': defect('outcomes/review', 'client-token-request-is-a-form', (client) =>
    withTokenRequest(client, (sent) => ({
      ...sent,
      method: 'GET',
      url: `${sent.url}?${sent.body}`,
      body: undefined,
    })),
  ),
  'asks for a token without a content type': defect(
    'outcomes/review',
    'client-token-request-is-a-form',
    (client) => withTokenRequest(client, (sent) => ({ ...sent, headers: {} })),
  ),
  'asks elsewhere for a token': defect(STRAIGHT, 'client-token-request-is-a-form', (client) =>
    withTokenRequest(client, (sent) => ({ ...sent, url: `${new URL(sent.url).origin}/token` })),
  ),
  'asks for no scope': defect('outcomes/review', 'client-token-request-has-its-fields', (client) => {
    const usual = client.form.bind(client)
    client.form = () => {
      const { scope: _, ...form } = usual()
      return form
    }
  }),
  'asks for another scope': defect('outcomes/review', 'client-token-request-has-its-fields', (client) => {
    const usual = client.form.bind(client)
    client.form = () => ({ ...usual(), scope: 'quotes' })
  }),
  'asks for another grant': defect('outcomes/review', 'client-token-request-has-its-fields', (client) => {
    const usual = client.form.bind(client)
    client.form = () => ({ ...usual(), grant_type: 'password' })
  }),
  'goes by a refresh token where it has one': defect(
    'tokens/beside-a-refresh-token',
    'client-token-request-has-its-fields',
    (client) => {
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
  ),
  'writes its secret twice over when it asks for a further token': defect(
    'credentials/awkward-secrets',
    'client-token-request-has-its-fields',
    (client) => {
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
  ),
  'sends client id and secret as Basic': defect(
    'outcomes/review',
    'client-token-request-has-its-fields',
    (client) =>
      withTokenRequest(client, (sent) => ({
        ...sent,
        headers: {
          ...sent.headers,
          authorization: `Basic ${Buffer.from(`${client.env.QUOTE_CLIENT_ID}:${client.env.QUOTE_CLIENT_SECRET}`).toString('base64')}`,
        },
        body: 'grant_type=client_credentials&scope=quote',
      })),
  ),
  'puts a form together without encoding': defect(
    'credentials/awkward-secrets',
    'client-token-request-has-its-fields',
    (client) =>
      withTokenRequest(client, (sent) => ({
        ...sent,
        body: Object.entries(client.form())
          .map(([name, value]) => `${name}=${value}`)
          .join('&'),
      })),
  ),
  'encodes a form as an address, without the plus': defect(
    'credentials/awkward-secrets',
    'client-token-request-has-its-fields',
    (client) =>
      withTokenRequest(client, (sent) => ({
        ...sent,
        body: Object.entries(client.form())
          .map(([name, value]) => `${name}=${encodeURI(value).replaceAll('&', '%26')}`)
          .join('&'),
      })),
  ),
}

import type { FakeClient } from '../fake.ts'
import type { Got, Operation } from '../messages.ts'
import { type Defect, defect } from './defect.ts'

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

/** After a certain answer, uses a new token for every request. */
const distrustsOnce = (client: FakeClient, isMet: (got: Got, on: Operation) => boolean) => {
  let isWary = false
  const wire = client.wire.bind(client)
  client.wire = async (sent) => {
    const got = await wire(sent)
    isWary ||= isMet(got, sent.operation)
    return got
  }
  const isFresh = client.isFresh.bind(client)
  client.isFresh = (operation) => !isWary && isFresh(operation)
}

/** Defects of tokens that are not kept, or kept too long. */
export const tokenDefects: Readonly<Record<string, Defect>> = {
  'trusts no token twice once one was refused': defect(
    'tokens/refused-status',
    'client-reuses-its-token',
    (client) => {
      let isWary = false
      const usual = client.isFresh.bind(client)
      client.isFresh = (operation) => !isWary && usual(operation)
      client.renew = () => {
        isWary = true
        client.token = undefined
      }
    },
  ),
  'keeps the token that was refused': defect(
    'tokens/refused-status',
    'client-reuses-its-token',
    keepsRefused,
  ),
  'keeps the token that was refused over https': defect(
    'tls/troubles',
    'client-reuses-its-token',
    (client) => {
      if (client.env.QUOTE_CA !== undefined) keepsRefused(client)
    },
  ),
  'fetches a token for each request once it has met two 5xx in a row': defect(
    'outages/status-twice',
    'client-reuses-its-token',
    (client) => {
      let inRow = 0
      distrustsOnce(client, ({ status }) => {
        inRow = status >= 500 ? inRow + 1 : 0
        return inRow > 1
      })
    },
  ),
  'fetches a token for each request once the token endpoint has met a 5xx': defect(
    'journeys/generated',
    'client-reuses-its-token',
    (client) => distrustsOnce(client, ({ status }, on) => on === 'token' && status >= 500),
  ),
  'fetches a token for each request once the bind has met a 5xx': defect(
    'outages/bind-three-times',
    'client-reuses-its-token',
    (client) => distrustsOnce(client, ({ status }, on) => on === 'bind' && status >= 500),
  ),
  'fetches a token for each request over https': defect(
    'tls/trusted',
    'client-reuses-its-token',
    (client) => {
      const usual = client.isFresh.bind(client)
      client.isFresh = (operation) => client.env.QUOTE_CA === undefined && usual(operation)
    },
  ),
}

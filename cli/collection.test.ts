import { expect, test } from 'vitest'
import { isObject } from '../conformance/json/object.ts'
import { valueAt } from '../conformance/json/pointer.ts'
import { loadSpec } from '../spec/index.ts'
import { startSandbox } from '../targets/sandbox/index.ts'
import { collectionOf } from './collection.ts'

interface Item {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly auth?: unknown
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly body?: {
      readonly raw?: string
      readonly urlencoded?: readonly { readonly key: string; readonly value: string }[]
    }
  }
}

/** Sends a request as a tool for collections does: with its variables put in, and the token unless it goes without. */
async function send({ request }: Item, variables: ReadonlyMap<string, string>): Promise<Response> {
  const filled = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '')
  const { method, url, auth, header, body } = request
  const headers = new Headers(header.map(({ key, value }): [string, string] => [key, filled(value)]))
  if (auth === undefined) headers.set('authorization', filled('Bearer {{access_token}}'))
  if (body?.raw !== undefined) headers.set('content-type', 'application/json')
  const form = body?.urlencoded?.map(({ key, value }): [string, string] => [key, filled(value)])
  const payload = form === undefined ? body?.raw : new URLSearchParams(form)
  return fetch(filled(url), { method, headers, ...(payload !== undefined && { body: payload }) })
}

test('the token and all eight requests of the collection succeed', async () => {
  const sandbox = await startSandbox()
  try {
    const { item } = collectionOf(await loadSpec())
    const items = new Map((item as readonly Item[]).map((one) => [one.name, one]))
    const { client_id, client_secret, integration_key } = sandbox.credentials
    const variables = new Map([
      ['base_url', sandbox.baseUrl],
      ['auth_url', sandbox.authUrl],
      ...Object.entries({ client_id, client_secret, integration_key }),
    ])
    const advance = () =>
      fetch(`${sandbox.controlUrl}/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-control-secret': sandbox.controlSecret },
        body: JSON.stringify({ milliseconds: 120_000 }),
      })
    const codes: Record<string, number> = {}
    const run = async (name: string): Promise<unknown> => {
      const one = items.get(name)
      if (one === undefined) throw new RangeError(`there is no request ${name}`)
      const answer = await send(one, variables)
      codes[name] = answer.status
      const text = await answer.text()
      return text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined
    }
    const token = await run('Obtain an access token')
    variables.set('access_token', String(valueAt(token, '/access_token')))
    const quote = await run('Submit underwriting information')
    variables.set('quote_id', String(valueAt(quote, '/data/quote_id')))
    await advance()
    for (const name of [
      'Read a quote',
      'Change contacts before binding',
      'Download the quote preview',
      'Download the quote proposal',
      'Download the policy preview',
    ]) {
      await run(name)
      await advance()
    }
    await run('Bind a quote')
    await advance()
    await run('Download the issued policy')
    expect(codes).toEqual({
      ...Object.fromEntries([...items.keys()].map((name) => [name, 200])),
      'Bind a quote': 202,
    })
    expect(items.size).toBe(9)
  } finally {
    await sandbox.close()
  }
})

test('the collection keeps what later requests need, and names every variable that it uses', async () => {
  const collection = collectionOf(await loadSpec())
  const used = new Set(JSON.stringify(collection).match(/(?<=\{\{)\w+(?=\}\})/g))
  const variables = (collection.variable as readonly { readonly key: string }[]).map(({ key }) => key)
  expect(variables.toSorted()).toEqual([...used].toSorted())
  const kept = JSON.stringify(collection).match(/(?<=collectionVariables\.set\(')\w+/g)
  expect(kept).toEqual(['access_token', 'quote_id'])
})

test('the collection has no integration key before it was required', async () => {
  const { item } = collectionOf(await loadSpec({ version: '2025-12-08' }))
  expect((item as readonly Item[]).flatMap(({ request }) => request.header)).toEqual([])
})

test('the collection has the head that tools know it by', async () => {
  const { info } = collectionOf(await loadSpec())
  expect(isObject(info) ? info.schema : undefined).toMatch(/\/collection\/v2\.1\.0\/collection\.json$/)
})

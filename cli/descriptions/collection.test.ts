import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { loadSpec } from '../../spec/index.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { collectionOf } from './collection.ts'

const { versions } = await loadSpec()

interface Item {
  readonly name: string
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[]
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

/**
 * Sends a request like a collection tool: fills in its variables, and adds the token unless the request has no authorization.
 */
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

/** Runs the scripts of a request on its answer, like a collection tool. */
function runScripts({ event }: Item, answer: unknown, variables: Map<string, string>): void {
  const pm = {
    response: { json: () => answer },
    collectionVariables: { set: (name: string, value: unknown) => variables.set(name, String(value)) },
  }
  for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm })
}

/**
 * Sends every request of a version's collection, in order, to a sandbox of that version. Some time passes after each request.
 */
async function statusesOf(version: string): Promise<readonly (readonly [name: string, status: number])[]> {
  const sandbox = await startEmbedded(await sandboxOf({ sandboxVersion: version }))
  try {
    const { item } = collectionOf(await loadSpec({ version }))
    const { client_id, client_secret, integration_key } = sandbox.credentials
    const variables = new Map([
      ['base_url', sandbox.baseUrl],
      ['auth_url', sandbox.authUrl],
      ...Object.entries({ client_id, client_secret, integration_key }),
    ])
    const statuses: (readonly [string, number])[] = []
    for (const one of item as readonly Item[]) {
      const answer = await send(one, variables)
      const text = await answer.text()
      runScripts(one, text.startsWith('{') ? JSON.parse(text) : undefined, variables)
      statuses.push([one.name, answer.status])
      await fetch(`${sandbox.controlUrl}/clock/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-control-secret': sandbox.controlSecret },
        body: JSON.stringify({ milliseconds: 120_000 }),
      })
    }
    return statuses
  } finally {
    await sandbox.close()
  }
}

test('the token and all eight requests of the collection succeed in their order, with both credentials', async () => {
  expect(await statusesOf('v1.14.2')).toEqual([
    ['Obtain an access token', 200],
    ['Submit underwriting information', 200],
    ['Read a quote', 200],
    ['Change contacts before binding', 200],
    ['Download the quote preview', 200],
    ['Download the quote proposal', 200],
    ['Download the policy preview', 200],
    ['Bind a quote', 202],
    ['Download the issued policy', 200],
  ])
})

test.each(versions.map(({ id }) => id))('all requests of the collection of %s succeed', async (version) => {
  const refused = (await statusesOf(version)).filter(([, status]) => status > 299)
  expect(refused).toEqual([])
})

test('every request but that for a token carries the integration key, and the collection the token', async () => {
  const { item, auth } = collectionOf(await loadSpec())
  const withKey = (item as readonly Item[]).filter(({ request }) =>
    request.header.some(({ key, value }) => key === 'x-integration-key' && value === '{{integration_key}}'),
  )
  expect(withKey).toHaveLength(8)
  expect(withKey.every(({ request }) => request.auth === undefined)).toBe(true)
  expect(auth).toMatchObject({ type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}' }] })
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

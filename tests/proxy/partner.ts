import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { ENTRY_KINDS, type EntryKind } from '../../conformance/ledger.ts'
import { sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import { loadSpec } from '../../spec/index.ts'
import { type Driver, drive } from '../../targets/sandbox/testing.ts'
import type { Breach } from '../../traffic/proxy/index.ts'
import { JudgingSession } from '../../traffic/proxy/judging/session.ts'
import type { KnownPlatform } from '../../traffic/proxy/record/entries.ts'
import type { Passed } from '../../traffic/proxy/record/passed.ts'
import { relayTo } from '../../traffic/proxy/testing/raw.ts'
import { clientOf } from './testing.ts'

const spec = await loadSpec()

/** The requests of a partner's own tests, written from the specification alone. */
async function course({ sandbox, advance }: Driver, call: Awaited<ReturnType<typeof clientOf>>['call']) {
  const json = async (method: string, path: string, body?: unknown) =>
    JSON.parse((await (await call(method, path, body)).text()).replace(/^\ufeff/, '').split('\n')[0] ?? '')
  const read = async (path: string) => void (await (await call('GET', path)).arrayBuffer())
  const send = async (method: string, path: string, body: unknown) =>
    void (await (await call(method, path, body)).arrayBuffer())
  const { data } = await json('POST', '/submit', sandbox.submission).catch(() => ({ data: {} }))
  const id = String(data?.quote_id)
  await read(`/document/quote-proposal/stream/${id}`)
  await advance(30_000)
  await read(`/status/${id}`)
  for (const name of ['quote-preview', 'quote-proposal', 'policy-preview', 'policy'])
    await read(`/document/${name}/stream/${id}`)
  await send('PUT', `/update/${id}`, { it_manager_same: true })
  await advance(30_000)
  await read(`/status/${id}`)
  await send('PUT', `/bind/${id}`, {})
  await read(`/status/${id}`)
  await advance(60_000)
  await read(`/status/${id}`)
  await read(`/document/policy/stream/${id}`)
  await read(`/document/quote-proposal/stream/0c6f7b1e-3a54-4c1e-9a0b-6f1a2b3c4d5e`)
  await read(`/status/0c6f7b1e-3a54-4c1e-9a0b-6f1a2b3c4d5e`)
  await send('POST', '/submit', { ...sandbox.submission, naics: 'none' })
}

/** Runs a partner's tests through the proxy, and returns the breaches that were seen in the traffic. */
export async function seenOf(
  kind: { readonly mutant?: string; readonly variant?: readonly string[] },
  whole: readonly EntryKind[] = ENTRY_KINDS,
): Promise<readonly Breach[]> {
  await using driver = await drive({ ...(await sandboxOf(kind)), clock: 'running' })
  const { sandbox } = driver
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void receiver.close())
  const { baseUrl, authUrl } = sandbox
  const deliverTo = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
  const relay = await relayTo({ baseUrl, authUrl, deliverTo })
  const here = `http://127.0.0.1:${relay.port}`
  const endpoint = await driver.control('POST', '/endpoints', {
    url: `${here}/hooks`,
    events: ['quote.created', 'quote.proposalReady', 'policy.created'],
  })
  const at = (url: string) => `${here}${new URL(url).pathname}`
  const { call } = await clientOf(driver, { baseUrl: at(baseUrl), authUrl: at(authUrl) })
  await course(driver, call)
  const { credentials } = sandbox
  const platform: KnownPlatform = {
    ...{ baseUrl, authUrl },
    credentials: {
      clientId: credentials.client_id,
      clientSecret: credentials.client_secret,
      integrationKey: credentials.integration_key,
    },
    webhooks: { signingSecret: String(endpoint.json.secret) },
  }
  return judged(platform, whole, relay.passed)
}

/** Judges after every entry, since the proxy may do so at any moment. */
function judged(platform: KnownPlatform, whole: readonly EntryKind[], all: readonly Passed[]) {
  const breaches: Breach[] = []
  const session = new JudgingSession(
    { platform, secrets: [], whole, file: '' },
    {
      spec,
      file: { add: () => undefined, flush: () => undefined, close: () => undefined },
      breached: (breach) => breaches.push(breach),
    },
  )
  for (const one of all) {
    session.take(one)
    for (const subject of session.due()) session.judge(subject)
  }
  session.end()
  return breaches
}

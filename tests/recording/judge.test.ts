import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { judged, outcomes, written } from './judged.ts'
import { type HarEntry, harOf, recordSession, type Session } from './session.ts'

let session: Session

beforeAll(async () => {
  session = await recordSession()
})

const copy = (): HarEntry[] => structuredClone(session.entries)

/** Entries of a right session, in which some were changed. */
function changed(change: (entry: HarEntry) => void): string {
  const entries = copy()
  for (const entry of entries) change(entry)
  return written(harOf(entries))
}

describe("a partner's tests against a right platform", () => {
  test('show no breach, and never a word of conformance', async () => {
    const { code, out } = await judged([written(harOf(session.entries))])
    expect(out).toMatch(/verdict: no breach in what was recorded: \d+ of \d+ statements\n$/)
    expect(out).not.toMatch(/\bconformant|certif/)
    expect(code).toBe(0)
  })

  test('show none either where the user says that nothing is missing', async () => {
    const { code, out } = await judged([written(harOf(session.entries))], {
      whole: 'requests,deliveries,operator',
    })
    expect(out).toContain('no breach')
    expect(code).toBe(0)
  })

  test('are judged about quotes, documents, tokens and deliveries', async () => {
    const seen = await outcomes([written(harOf(session.entries))])
    for (const id of [
      'submit-envelope',
      'record-created-at',
      'created-at-never-changes',
      'error-envelope',
      'policy-is-pdf',
      'token-expires-in-3600',
      'payload-type',
      'issued-is-final',
    ])
      expect([id, seen.get(id)]).toEqual([id, 'passed'])
    // It needs every bind, which a recording may lack.
    expect(seen.has('issued-only-by-bind')).toBe(false)
    expect(seen.has('signature-verifies')).toBe(false)
  })

  test('say more where requests are whole, and signatures where the secret is known', async () => {
    const file = written(session.signingSecret, 'secrets.txt')
    const seen = await outcomes([written(harOf(session.entries))], {
      whole: 'requests',
      signingSecretFile: file,
    })
    expect(seen.get('issued-only-by-bind')).toBe('passed')
    expect(seen.get('signature-verifies')).toBe('passed')
    const wrong = written('another-secret-of-the-endpoint', 'secrets.txt')
    const others = await outcomes([written(harOf(session.entries))], { signingSecretFile: wrong })
    expect(others.get('signature-verifies')).toBe('failed')
  })

  test('are the same in several files, which are merged by time', async () => {
    const halves = [0, 1].map((half) =>
      written(harOf(session.entries.filter((_, place) => place % 2 === half))),
    )
    const { requirement } = await loadSpec()
    const ofPlatform = (all: ReadonlyMap<string, string>) =>
      [...all].filter(([id]) => requirement(id).side === 'platform')
    const whole = await outcomes([written(harOf(session.entries))])
    const merged = await outcomes(halves)
    expect(ofPlatform(merged)).toEqual(ofPlatform(whole))
    // Two recorders may have noted the same request, so that clients are judged by each file alone.
    expect([whole, merged].map((all) => all.has('client-renews-after-401'))).toEqual([true, false])
  })
})

describe('a breach', () => {
  test('is shown with its place in the file', async () => {
    const place = session.entries.findIndex(({ response }) => response.status === 202)
    const file = changed(({ response }) => {
      if (response.status === 202)
        response.content.text = String(response.content.text).replace('"accepted"', '"success"')
    })
    const { code, out } = await judged([file])
    expect(code).toBe(1)
    expect(out).toContain('FAILED bind-envelope (2.5)')
    expect(out).toContain(`seen in   ${file} entry ${place + 1}`)
    expect(out).toMatch(
      /verdict: \d statements? broken in what was recorded: \d+ of \d+ statements were judged/,
    )
  })

  test('in a long recording is found in whichever part it is', async () => {
    const file = changed(({ response }) => {
      if (response.status === 202) response.content.text = '{"status":"accepted"}'
    })
    expect((await outcomes([file])).get('bind-envelope')).toBe('failed')
  })
})

describe('secrets of a recording', () => {
  test('are in no output, also where a breach is about them', async () => {
    const file = changed(({ request, response }) => {
      if (request.url.includes('token'))
        response.content.text = String(response.content.text).replace('bearer', 'mac')
      if (request.method === 'PUT' && response.status === 200)
        response.content.text = JSON.stringify({ status: session.secrets[0], data: session.secrets[2] })
    })
    const prints = [await judged([file], { verbose: true }), await judged([file], { json: true })]
    for (const { out, err, code } of prints) {
      expect(code).toBe(1)
      for (const secret of session.secrets) expect(out + err).not.toContain(secret)
    }
    expect(prints[0]?.out).toMatch(/warning: the recording itself holds \d+ secrets/)
  })
})

test('secrets of a profile are in no output, wherever the recording has them', async () => {
  const secrets = {
    other: 'secret-of-the-other-partner',
    inactive: 'secret-of-an-inactive-client',
    operator: 'control-secret-of-the-operator',
    signing: 'signing-secret-of-an-endpoint',
    expired: 'a-token-that-has-expired',
  }
  const { origin } = new URL(session.entries[0]?.request.url ?? '')
  const partner = { client_id: 'm2m-b', client_secret: secrets.other, integration_key: 'key-of-the-other' }
  const profile = JSON.stringify({
    ...{ name: 'recorded', environment: 'sandbox', base_url: `${origin}/api` },
    auth_url: `${origin}/oauth/token`,
    credentials: {
      ...{ client_id: 'm2m-a', client_secret: 'secret-of-the-client', integration_key: 'key-of-the-client' },
      ...{ other_partner: partner, expired_token: secrets.expired },
      inactive_client: { client_id: 'm2m-c', client_secret: secrets.inactive },
    },
    webhooks: { signing_secret: secrets.signing },
    operator: {
      hold_rating: {
        http: { method: 'POST', url: `${origin}/control`, headers: { 'x-control-secret': secrets.operator } },
      },
    },
  })
  const all = Object.values(secrets)
  const file = changed(({ request, response }) => {
    request.headers.push({ name: 'x-note', value: `${secrets.signing}, ${btoa(secrets.other)}` })
    if (request.url.includes('/status/')) request.url += `?note=${encodeURIComponent(secrets.operator)}`
    if (request.method === 'PUT')
      response.content.text = JSON.stringify({ status: all.join(' '), data: { [secrets.inactive]: all } })
  })
  const target = written(profile, 'profile.json')
  for (const json of [false, true]) {
    const { out, err, code } = await judged([file], { target, json, verbose: !json })
    expect(code).toBe(1)
    for (const secret of all) expect(out + err).not.toContain(secret)
  }
})

describe('a recording that lacks something', () => {
  test('without bodies is judged by what is left', async () => {
    const file = changed(({ response }) => {
      delete response.content.text
    })
    const seen = await outcomes([file])
    expect([...seen.values()]).not.toContain('failed')
    expect(seen.get('policy-content-type')).toBe('passed')
    expect(seen.has('record-created-at')).toBe(false)
  })

  test('without times is left out and counted', async () => {
    const entries = copy()
    for (const entry of entries.slice(0, 3)) delete entry.startedDateTime
    const { out, code } = await judged([written(harOf(entries))])
    expect(out).toContain('3 entries without a time')
    expect(code).toBe(0)
  })

  test('without credentials raises no alarm about refusals', async () => {
    const file = changed(({ request }) => {
      request.headers = request.headers.filter(({ name }) => name !== 'authorization')
    })
    expect([...(await outcomes([file])).values()]).not.toContain('failed')
  })
})

describe('bodies', () => {
  test.each([
    ['base64', (text: string) => ({ text: Buffer.from(text).toString('base64'), encoding: 'base64' })],
    ['gzip in base64', (text: string) => ({ text: gzipSync(text).toString('base64'), encoding: 'base64' })],
  ])('in %s are read', async (name, encode) => {
    const file = changed(({ response }) => {
      if (response.content.encoding !== undefined) return
      response.content = { ...response.content, ...encode(String(response.content.text)) }
      if (name.startsWith('gzip')) response.headers.push({ name: 'Content-Encoding', value: 'gzip' })
    })
    const seen = await outcomes([file])
    expect(seen.get('record-created-at')).toBe('passed')
    expect([...seen.values()]).not.toContain('failed')
  })

  test('in a coding that nobody knows say nothing', async () => {
    const file = changed(({ response }) => {
      if (response.content.encoding !== undefined) return
      response.headers.push({ name: 'content-encoding', value: 'rot13' })
      response.content = { text: Buffer.from([0, 255, 254, 1]).toString('base64'), encoding: 'base64' }
    })
    expect([...(await outcomes([file])).values()]).not.toContain('failed')
  })
})

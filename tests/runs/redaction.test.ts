import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeReports } from '../../cli/run-folder/reports.ts'
import type { PlatformPorts } from '../../conformance/ports/platform.ts'
import { runPlan } from '../../conformance/running/run.ts'
import { defineScenario } from '../../conformance/scenario.ts'
import { plan } from '../../conformance/selection/plan.ts'
import { CannotTell, failed, observed } from '../../conformance/verdict.ts'
import { jobSummary, jsonlWriter, recorder, summaryText, verdictStream } from '../../reporters/index.ts'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { type Fake, serve } from '../hostile/fake.ts'
import { disguised, leaksIn } from '../hostile/secrets.ts'

interface Secrets {
  readonly clientSecret: string
  readonly integrationKey: string
  readonly accessToken: string
}

/** Characters that a header may contain. */
const visible = fc
  .array(fc.constantFrom(...'abcXYZ059+/=&%$"\\<>\'{}()*!~-_.:;,?#@|^`'), { minLength: 10, maxLength: 40 })
  .map((characters) => characters.join(''))
const secrets: fc.Arbitrary<Secrets> = fc
  .record({
    clientSecret: fc
      .string({ unit: 'grapheme', minLength: 10, maxLength: 40 })
      .filter((text) => text.trim() === text),
    integrationKey: visible,
    accessToken: visible,
  })
  .filter((all) => Object.values(all).every((secret) => new Set(secret).size > 5))

let known: Secrets
let target: Fake
beforeAll(async () => {
  target = await serve((seen, response) => {
    const all = Object.values(known)
    const escaped = all.map(encodeURIComponent)
    const base64 = all.map((secret) => Buffer.from(`user:${secret}!`).toString('base64'))
    const headers = { 'x-echo': [...escaped, ...base64], location: `/elsewhere?${escaped.join('&')}` }
    if (seen.url.startsWith('/token')) {
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      response.end(
        JSON.stringify({
          access_token: known.accessToken,
          token_type: 'bearer',
          expires_in: 3600,
          all,
          base64,
        }),
      )
    } else if (seen.url.includes('/document/')) {
      response.writeHead(200, { 'content-type': 'application/pdf', ...headers })
      response.end(`%PDF-1.7 ${all.join(' ')}`)
    } else {
      response.writeHead(seen.method === 'POST' ? 500 : 200, { 'content-type': 'text/html', ...headers })
      response.end(
        `<p>${all.join(' ')} ${all.flatMap(disguised).join(' ')} ${escaped.join(' ')} ${base64.join(' ')} ${JSON.stringify({ seen, all, inside: JSON.stringify(all) })}`,
      )
    }
  })
})
afterAll(() => target.close())

const shows = defineScenario<PlatformPorts, undefined, { text: string }>({
  id: 'fake/echo',
  title: 'Everything comes back',
  async drive({ http }) {
    await http.requestToken()
    await http.requestToken({ encoding: 'query' })
    const document = await http.send({
      operation: 'policy',
      method: 'GET',
      path: '/document/policy/stream/1',
    })
    await http.send({
      operation: 'submit',
      method: 'POST',
      path: '/submit',
      json: { said: Object.values(known) },
    })
    await http.send({
      operation: 'status',
      method: 'GET',
      path: '/status/1',
      credentials: { token: 'in-query' },
    })
    return { text: Buffer.from(http.bytes(document) ?? []).toString('utf8') }
  },
  claims: [
    {
      requirement: 'bind-answers-202',
      judge: ({ text }, { exchanges }) =>
        failed({ expected: 'no secret', observed: text, at: text, exchange: exchanges[2]?.id ?? '' }),
    },
    { requirement: 'observe-token-extra-fields', judge: ({ text }) => observed(text) },
    {
      requirement: 'token-answers-200',
      judge: ({ text }) => {
        throw new Error(`a claim that is wrong: ${text}`)
      },
    },
  ],
})

const breaks = defineScenario<PlatformPorts, undefined, undefined>({
  id: 'fake/break',
  title: 'A scenario is given up',
  async drive({ http }) {
    // Nobody can know a token before it is issued.
    await http.requestToken()
    throw new CannotTell(`the set-up went astray: ${Object.values(known).join(' ')}`)
  },
  claims: [{ requirement: 'token-type-bearer', judge: () => observed('never') }],
})

/** Runs both scenarios and returns everything that a run writes and prints, file by file. */
async function everythingOf(all: Secrets): Promise<ReadonlyMap<string, string>> {
  known = all
  const folder = mkdtempSync(join(tmpdir(), 'redaction-'))
  const opened = await openPlatform(
    profileFrom({
      base_url: `${target.origin}/api`,
      auth_url: `${target.origin}/token`,
      credentials: {
        client_id: 'm2m-1',
        client_secret: all.clientSecret,
        integration_key: all.integrationKey,
      },
    }),
    { seed: 1, apiVersion: 'v1.14.2' },
  )
  try {
    const requirements = [
      'bind-answers-202',
      'observe-token-extra-fields',
      'token-answers-200',
      'token-type-bearer',
    ].map((id) => ({
      id,
      clause: '4',
      level: id.startsWith('observe') ? ('observe' as const) : ('must' as const),
      side: 'platform' as const,
      title: id,
    }))
    const events = runPlan<PlatformPorts, PlatformPorts, undefined>({
      suite: { name: 'quote-conformance', version: '0.0.0' },
      kind: 'platform',
      plan: plan({
        side: 'platform',
        rules: { version: 'v1.14.2', requirements, holds: () => true },
        suite: { scenarios: [shows, breaks], standing: [] },
        selection: { only: [], scenarios: [], allowWrites: true },
        target: opened,
      }),
      target: opened,
      spec: undefined,
      context: (ports) => ports,
      seed: 1,
      now: Date.now,
    })
    const writer = jsonlWriter(join(folder, 'results.jsonl'))
    const collected = recorder()
    const verdicts = verdictStream()
    let reported = ''
    for await (const event of events) {
      writer.add(event)
      collected.add(event)
      reported += verdicts.add(event)
    }
    writer.close()
    const record = collected.record()
    if (record === undefined) throw new Error('the run reported nothing')
    const report = writeReports(folder, record)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    )
    return new Map([
      ...files.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
      ['the terminal', summaryText(report, { color: false })],
      ['--json', reported + verdicts.end(report, 1)],
      ['the job summary', jobSummary(report)],
    ])
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true })
  }
}

test('whatever a secret is made of and whatever way it comes back, it stands in nothing that a run writes', () =>
  fc.assert(
    fc.asyncProperty(secrets, async (all) => {
      const everything = await everythingOf(all)
      expect(everything.get('results.jsonl')).toContain('[redacted]')
      const leaks = [...everything].flatMap(([name, text]) =>
        leaksIn(text, Object.values(all)).map((leak) => `${name}: ${leak}`),
      )
      expect(leaks).toEqual([])
    }),
    { numRuns: 40, seed: 20_261_121 },
  ))

import { expect, test } from 'vitest'
import { isBreach } from '../../conformance/outcome.ts'
import { cleanedEvent } from '../../conformance/running/redacted.ts'
import { embeddedTarget, openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { standardIds } from '../../targets/sandbox/ids.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import type { Random } from '../../targets/sandbox/random.ts'
import { serve } from '../hostile/fake.ts'
import { openBench, runOn } from '../judge.ts'

/** A platform whose first client has the given secret. */
function withSecret(word: string) {
  const begun = new WeakSet<Random>()
  const clientSecret = (random: Random) => {
    const made = standardIds.clientSecret(random)
    if (begun.has(random)) return made
    begun.add(random)
    return word
  }
  return () => startEmbedded({ seed: 1, clock: 'virtual', behaviour: { ids: { clientSecret } } })
}

test.each(['quote', 'test', 'demo', 'pending', 'sandbox', 'approved', 'ready_to_bind'])(
  'a right platform stays right with the client secret %j',
  async (word) => {
    const bench = await openBench()
    const target = await embeddedTarget(withSecret(word), { seed: 1, apiVersion: bench.spec.version })
    const breaches: unknown[] = []
    let judged = 0
    try {
      const scenarios = ['service/journey', 'submit/known-good', 'status/*', 'token/*', 'documents/in-ready*']
      for await (const event of runOn(bench, target, { scenarios })) {
        if (event.type !== 'scenario-finished') continue
        judged += event.checks.filter(({ outcome }) => outcome === 'passed').length
        breaches.push(
          ...event.checks.filter(isBreach),
          ...event.checks.filter(({ verdict }) => verdict.kind === 'cannot-tell' && verdict.cutOff === true),
        )
        // No shown text contains it, except the suite's own names.
        expect(
          JSON.stringify([event.exchanges.map(({ request, answer }) => [request.body, answer?.body.text])]),
        ).not.toContain(word)
      }
    } finally {
      await target.close()
    }
    expect(breaches).toEqual([])
    expect(judged).toBeGreaterThan(100)
  },
)

test('what was written before it became known as a secret is cleaned afterwards', async () => {
  const late = 'Issued-Later-4711-abcdef'
  const fake = await serve((seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const token = { access_token: seen.body.includes('other') ? late : 'first-token-0815', expires_in: 3600 }
    response.end(JSON.stringify(seen.url.startsWith('/token') ? token : { data: { note: `see ${late}` } }))
  })
  const profile = profileFrom({
    base_url: `${fake.origin}/api`,
    auth_url: `${fake.origin}/token`,
    credentials: {
      client_id: 'm2m-1',
      client_secret: 'client-secret-1',
      integration_key: 'integration-key-1',
      other_partner: {
        client_id: 'other',
        client_secret: 'client-secret-2',
        integration_key: 'key-number-2',
      },
    },
  })
  const target = await openPlatform(profile, { seed: 1, apiVersion: 'v1.14.2' })
  try {
    const lease = await target.lease({ id: 'a', exclusive: false })
    await lease.ports.http.send({ operation: 'status', method: 'GET', path: '/status/1' })
    const { exchanges, arrivals } = target.shown({ exchanges: lease.exchanges(), arrivals: [] })
    const event = {
      type: 'scenario-finished' as const,
      ...{ scenario: 'a', title: 'A', durationMs: 1, exchanges, arrivals, checks: [] },
    }
    expect(JSON.stringify(event)).toContain(late)
    expect(cleanedEvent(event, target)).toBe(event)
    await lease.ports.http.holdToken('other-partner')
    expect(JSON.stringify(cleanedEvent(event, target))).not.toContain(late)
  } finally {
    await target.close()
    await fake.close()
  }
})

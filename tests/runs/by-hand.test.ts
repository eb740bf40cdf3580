import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../reporters/index.ts'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/load.ts'
import { type EmbeddedSandbox, startEmbedded } from '../../targets/sandbox/index.ts'
import { freePort } from '../../targets/webhooks/listener/testing.ts'
import { judge, verdicts } from '../judge.ts'

const sandboxes: EmbeddedSandbox[] = []
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())))

/** A platform on which a person registered one endpoint in the portal, and a profile that names the endpoint. */
async function registeredByHand(changes: { readonly secret?: string } = {}) {
  const sandbox = await startEmbedded({ seed: 1, clock: 'virtual' })
  sandboxes.push(sandbox)
  const listen = `127.0.0.1:${await freePort()}`
  const registered = await fetch(`${sandbox.controlUrl}/endpoints`, {
    method: 'POST',
    headers: { 'x-control-secret': sandbox.controlSecret, 'content-type': 'application/json' },
    body: JSON.stringify({
      url: `http://${listen}/hooks/partner`,
      events: ['quote.created', 'quote.proposalReady', 'policy.created', 'broker.added'],
    }),
  })
  const { secret } = (await registered.json()) as { secret: string }
  const { operator, ...profile } = sandbox.profile()
  const { register_endpoint: _, ...others } = operator as Record<string, unknown>
  return profileFrom({
    ...profile,
    operator: others,
    webhooks: { listen, signing_secret: changes.secret ?? secret },
  })
}

const judged = async (profile: Awaited<ReturnType<typeof registeredByHand>>, ...scenarios: string[]) => {
  const target = await openPlatform(profile, { seed: 1, apiVersion: 'v1.14.2', realPatienceMs: 0 })
  return judge(target, { scenarios })
}

let report: Report
beforeAll(async () => {
  report = await judged(await registeredByHand(), 'bind/*', 'webhooks/*')
})

test('an endpoint that was registered by hand, and receives everything in a run, shows events, signatures and the retry schedule', () => {
  const seen = verdicts(report)
  expect(report.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).toEqual(
    [],
  )
  for (const id of [
    'signature-verifies',
    'quote-created-emitted',
    'proposal-ready-emitted',
    'policy-created-emitted',
    'broker-added-emitted',
    'retry-attempt-2',
    'retry-attempt-10',
    'retry-ends-after-ten',
  ])
    expect([id, seen[id]]).toEqual([id, 'passed'])
})

test('what takes endpoints of the suite is not exercised, with the key that would change it', () => {
  for (const id of ['events-go-to-subscribers', 'delivery-any-2xx-is-success', 'breaker-opens-at-five'])
    expect(report.requirements.find((one) => one.id === id)).toMatchObject({
      verdict: 'not-exercised',
      key: 'operator.register_endpoint',
    })
})

test('a signature with another secret than that of the profile fails', async () => {
  const wrong = await registeredByHand({ secret: 'another-secret-than-that' })
  expect(verdicts(await judged(wrong, 'webhooks/broker-added'))['signature-verifies']).toBe('failed')
})

import { describe, expect, test } from 'vitest'
import { embeddedTarget } from '../targets/platform/index.ts'
import { type BehaviourChanges, startSandbox } from '../targets/sandbox/index.ts'
import { judge } from './judge.ts'

type Webhooks = NonNullable<BehaviourChanges['webhooks']>

/** Requirements that fail, or warn, when deliveries of the embedded platform behave otherwise. */
async function breaches(scenario: string, webhooks: Webhooks): Promise<string[]> {
  const target = await embeddedTarget(
    () => startSandbox({ seed: 1, clock: 'virtual', behaviour: { webhooks } }),
    { seed: 1, apiVersion: 'v1.14.2' },
  )
  const report = await judge(target, { scenarios: [`webhooks/${scenario}`] })
  return report.requirements
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
    .map(({ id }) => id)
}

describe('deliveries that keep to the specification', () => {
  test.each(['attempts', 'deliveries'] as const)('with a breaker that counts %s', async (breaker) => {
    expect(await breaches('*', { breaker })).toEqual([])
  })
})

const wrong: readonly (readonly [
  name: string,
  scenario: string,
  change: Webhooks,
  fails: readonly string[],
])[] = [
  [
    'a signature in base64',
    'events-*',
    { sign: (text, _secret) => Buffer.from(text).toString('base64').slice(0, 44) },
    ['delivery-signature-header', 'signature-verifies'],
  ],
  ['a signature over the body only', 'events-*', { signedText: ({ body }) => body }, ['signature-verifies']],
  ['one id for all events', 'events-*', { eventId: () => 'the-one' }, ['delivery-event-id-unique']],
  [
    'a new id for each attempt',
    'schedule',
    { eventId: ({ event }, { number }) => `${event.id}-${number}` },
    ['delivery-event-id-kept'],
  ],
  [
    'a timestamp that stands still',
    'schedule',
    { timestamp: ({ event }) => new Date(event.at).toISOString() },
    ['delivery-timestamp-of-the-attempt'],
  ],
  ['nine attempts', 'schedule', { attempts: 9 }, ['retry-attempt-10']],
  ['eleven attempts', 'schedule', { attempts: 11 }, ['retry-ends-after-ten']],
  [
    'a second rung at once',
    'schedule',
    { delays: [0, 100, 2000, 4000, 8000, 16000, 32000, 60000] },
    ['retry-attempt-2'],
  ],
  [
    'no longest rung',
    'schedule',
    { delays: [0, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000, 256000] },
    ['retry-attempt-9', 'retry-attempt-10'],
  ],
  [
    'no retry of a 404',
    'schedule',
    { next: (attempt, succeeded) => (succeeded || attempt.status === 404 ? undefined : 1000) },
    ['delivery-client-error-is-failure'],
  ],
  [
    'a redirect as a success',
    'schedule',
    { succeeds: (status) => status >= 200 && status < 400 },
    ['delivery-redirect-is-failure'],
  ],
  [
    'redirects followed',
    'schedule',
    { follows: (_status, location) => location },
    ['delivery-redirect-is-failure', 'delivery-redirect-is-not-followed'],
  ],
  [
    'a deadline of five seconds',
    'schedule',
    { deadline: 5000 },
    ['answer-at-7-seconds-is-success', 'retry-waits-for-the-deadline'],
  ],
  ['a deadline of twelve seconds', 'schedule', { deadline: 12_000 }, ['answer-at-9-seconds-is-failure']],
  [
    'only 200 as a success',
    'schedule',
    { succeeds: (status) => status === 200 },
    ['delivery-any-2xx-is-success'],
  ],
  [
    'a breaker that never opens',
    'schedule',
    { trips: () => false },
    ['breaker-fits-a-reading', 'breaker-opens-at-five'],
  ],
  ['a breaker that opens at four', 'schedule', { threshold: 4 }, ['breaker-stays-closed-below-five']],
  ['deliveries while disabled', 'schedule', { inService: () => true }, ['breaker-stops-deliveries']],
  ['a filter that is ignored', 'subscriptions', { wants: () => true }, ['events-go-to-subscribers']],
  [
    'a rotation that is ignored',
    'rotation',
    { signingSecret: (endpoint) => endpoint.previous?.secret ?? endpoint.secret },
    ['rotation-ends-with-the-new-secret'],
  ],
]

describe('deliveries that do not', () => {
  test.each(wrong)('%s', async (_, scenario, change, fails) => {
    const seen = await breaches(scenario, change)
    expect(seen).toEqual(expect.arrayContaining([...fails]))
  })
})

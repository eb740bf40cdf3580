import { expect, onTestFinished, test } from 'vitest'
import { openPlatform } from '../targets/platform/index.ts'
import { profileFrom } from '../targets/profile/index.ts'
import { behaviourOf } from '../targets/sandbox/behaviour.ts'
import { startSandbox } from '../targets/sandbox/index.ts'
import { recordOf } from './judge.ts'

/** How long rating takes beside the clock that is moved, in milliseconds. */
const RATING_MS = 700

/** A platform whose workers rate in real time, while deliveries go by a clock that can be moved. */
async function openWithRealRating() {
  const timers = new Set<NodeJS.Timeout>()
  const behaviour = behaviourOf(({ effects }) => ({
    effects: {
      pending(quote, platform) {
        const rate = () => platform.rating.pass(() => effects.rated(quote, platform))
        timers.add(setTimeout(rate, RATING_MS))
      },
    },
  }))
  const sandbox = await startSandbox({ seed: 1, behaviour })
  onTestFinished(async () => {
    for (const timer of timers) clearTimeout(timer)
    await sandbox.close()
  })
  return openPlatform(profileFrom(sandbox.profile()), { seed: 1, apiVersion: 'v1.14.2' })
}

test('a platform that rates in real time beside a movable clock is judged whole', async () => {
  const record = await recordOf(await openWithRealRating(), {
    scenarios: [
      'webhooks/rotation',
      'webhooks/subscriptions',
      'webhooks/broker-added',
      'webhooks/conditions',
    ],
  })
  const checks = record.scenarios.flatMap(({ checks: own }) => own)
  expect(checks.length).toBeGreaterThan(50)
  expect(checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')).toEqual([])
  expect(
    checks.flatMap(({ requirement, verdict }) =>
      verdict.kind === 'cannot-tell' && verdict.cutOff === true ? [requirement] : [],
    ),
  ).toEqual([])
}, 120_000)

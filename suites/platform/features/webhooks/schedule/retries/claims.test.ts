import { describe, expect, test } from 'vitest'
import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { loadSpec } from '../../../../../../spec/index.ts'
import type { RetryTrace } from '../../../../vocabulary/attempts/retry-trace.ts'
import { attemptAt, breaches, epoch, judgeAll } from '../../../../vocabulary/attempts/testing.ts'
import { firstAttemptClaims } from './claims.ts'

const spec = await loadSpec()
const claims = firstAttemptClaims()

/** Attempts of which the first comes so late, by the platform's own clock. */
const attempts = (lateMs = 0): readonly Arrival[] => [0, 1000, 3000, 7000].map((ms) => attemptAt(lateMs + ms))

const retries = (some: Partial<RetryTrace> = {}): RetryTrace => ({
  ...{ attempts: attempts(), epoch },
  ...{ slackMs: 2000, heldUpMs: 0 },
  ...some,
})

const broken = (some: Partial<RetryTrace>) => breaches(claims, retries(some), spec)

test('a first attempt comes at once', () => {
  expect(judgeAll(claims, retries(), spec).map(([, { kind }]) => kind)).toEqual(['passed'])
  expect(broken({ attempts: attempts(10_000) })).toEqual(['retry-attempt-1'])
})

describe('nothing is held against a platform', () => {
  test('whose clock is hours off, or whose two clocks are a little', () => {
    const hours = 3 * 3_600_000
    expect(broken({ epoch: { least: epoch.least - 5000, most: epoch.most - 5000 } })).toEqual([])
    const shifted = attempts().map((one) =>
      attemptAt(one.latest, { body: bodyAt(hours), timestamp: at(one.latest + hours) }),
    )
    expect(
      broken({ attempts: shifted, epoch: { least: epoch.least + hours, most: epoch.most + hours } }),
    ).toEqual([])
  })
})

function at(ms: number): string {
  return new Date(epoch.least + ms).toISOString()
}

function bodyAt(ms: number): string {
  return JSON.stringify({ type: 'quote.created', timestamp: at(ms) })
}

test('a failure names the type of its event', () => {
  const body = JSON.stringify({ type: 'policy.created', timestamp: '2026-03-01T12:00:00.000Z' })
  const ofPolicy = attempts(90_000).map((one) => ({ ...one, body }))
  const findings = judgeAll(claims, retries({ attempts: ofPolicy }), spec).flatMap(([, verdict]) =>
    verdict.kind === 'failed' ? verdict.findings : [],
  )
  expect(findings).toMatchObject([
    {
      expected: expect.stringContaining('policy.created'),
      cause: { expected: expect.stringContaining('policy.created') },
    },
  ])
})

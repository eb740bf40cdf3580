import type { CheckResult, RunEnd, RunEvent } from '../conformance/events.ts'
import type { Exchange } from '../conformance/exchange.ts'
import { grade } from '../conformance/outcome.ts'
import type { Arrival } from '../conformance/ports/webhooks.ts'
import type { Level } from '../conformance/requirement.ts'
import type { Verdict } from '../conformance/verdict.ts'
import { recorder } from './record.ts'
import { makeReport, type Report } from './report.ts'

/** Events of invented runs, for the tests of this folder. */

export const hostile = '\u001b[2J\u202e<&]]>"\'\u0000$(touch pwned)`id`\ud800'

export function exchange(id: string, more: Partial<Exchange['request']> = {}, status = 200): Exchange {
  return {
    id,
    operation: 'bind',
    request: {
      method: 'PUT',
      url: 'http://127.0.0.1:1/api/bind/1',
      headers: [['authorization', 'Bearer [redacted]']],
      body: '{}',
      ...more,
    },
    answer: { status, headers: [], body: { size: 2, sha256: '00', text: '{}' } },
    startedAt: 0,
    elapsedMs: 1.6,
    targetMs: 0,
  }
}

export function arrival(id: string): Arrival {
  return {
    id,
    endpoint: '/hooks',
    method: 'POST',
    headers: [['event-id', 'e-1']],
    body: '{}',
    bodySha256: '00',
    earliest: 1,
    latest: 2,
    answered: { kind: 'answer', status: 500 },
    signature: { signedWith: 'current' },
  }
}

export function check(
  requirement: string,
  level: Level,
  verdict: Verdict,
  exchanges: string[] = ['s/1'],
): CheckResult {
  return {
    requirement,
    name: 's',
    scenario: 's',
    outcome: grade(level, verdict),
    verdict,
    durationMs: 2,
    exchanges,
  }
}

export interface FakeRun {
  readonly requirements?: readonly (readonly [id: string, clause: string, level: Level, reason?: string])[]
  readonly checks?: readonly CheckResult[]
  readonly exchanges?: readonly Exchange[]
  readonly arrivals?: readonly Arrival[]
  /** `null` for a run that was killed. */
  readonly end?: RunEnd | null
}

export function events({
  requirements = [],
  checks = [],
  exchanges,
  arrivals = [],
  end,
}: FakeRun): readonly RunEvent[] {
  const scenario = { scenario: 's', title: 'A thing is done' }
  const started = {
    type: 'run-started' as const,
    suite: { name: 'quote-conformance', version: '0.0.0' },
    kind: 'platform' as const,
    target: {
      name: 'fake',
      environment: 'sandbox' as const,
      baseUrl: 'http://127.0.0.1:1/api',
      apiVersion: 'v1.14.2',
    },
    seed: 7,
    at: '2026-01-01T00:00:00.000Z',
    requirements: requirements.map(([id, clause, level, reason]) => ({
      ...{ id, clause, level, title: `${id} holds` },
      ...(reason === undefined ? {} : { reason }),
    })),
    scenarios: 1,
    filtered: false,
    command: ['npm', 'start', '--', 'run', '--target', 'my profile.yaml'],
  }
  return [
    started,
    { type: 'scenario-started', ...scenario },
    {
      type: 'scenario-finished',
      ...scenario,
      durationMs: 3,
      exchanges: exchanges ?? [exchange('s/1')],
      arrivals,
      checks,
    },
    ...(end === null
      ? []
      : [
          {
            type: 'run-finished' as const,
            at: '2026-01-01T00:00:09.000Z',
            end: end ?? { how: 'completed' as const },
          },
        ]),
  ]
}

export function reportOf(run: FakeRun): Report {
  const collected = recorder()
  for (const event of events(run)) collected.add(event)
  const record = collected.record()
  if (record === undefined) throw new Error('no record')
  return makeReport(record)
}

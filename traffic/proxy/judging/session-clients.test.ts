import { expect, test } from 'vitest'
import type { Passed } from '../record/passed.ts'
import { granted, passedBody, passing, SECRETS } from '../testing/passed.ts'
import { bind, read, SESSION_QUOTE, sessionOf } from '../testing/session.ts'
import type { Breach } from './breach.ts'

test("a breach of the client is the client's", () => {
  const { breaches, judge } = sessionOf()
  judge([
    granted(),
    passing({ headers: [['authorization', `Bearer ${SECRETS.token}`]], status: 401 }),
    passing({ method: 'PUT', target: `/api/bind/${SESSION_QUOTE}`, sent: '{"now":true}', status: 400 }),
  ])
  expect(breaches.filter(({ by }) => by === 'client').map(({ requirement }) => requirement)).toEqual([
    'client-sends-the-integration-key',
    'client-bind-sends-empty-object',
  ])
})

const submit = (): Passed =>
  passing({
    ...{ method: 'POST', target: '/api/submit', sent: '{}' },
    json: { status: 'approved', data: { quote_id: SESSION_QUOTE, quote_status: 'pending' } },
  })

const ofClient = (breaches: readonly Breach[]) =>
  breaches.filter(({ by }) => by === 'client').map(({ requirement }) => requirement)

test("a client's pace is judged while the proxy runs", () => {
  const { breaches, judge } = sessionOf()
  judge([granted(), submit(), ...Array.from({ length: 8 }, () => read('pending'))])
  expect(ofClient(breaches)).toContain('client-polls-no-faster-than-2-seconds')
})

test('steps that an event may explain are judged at the end, where nothing is missing', () => {
  const course = [granted(), submit(), read('declined'), bind(409)]
  const [whole, part] = [sessionOf(['requests', 'deliveries', 'operator']), sessionOf()]
  for (const { judge, session, breaches } of [whole, part]) {
    judge(course)
    expect(ofClient(breaches)).not.toContain('client-bind-only-when-ready')
    session.end()
  }
  expect(ofClient(whole.breaches)).toContain('client-bind-only-when-ready')
  expect(ofClient(part.breaches)).not.toContain('client-bind-only-when-ready')
})

const policyCreated = (sinceMs: number): Passed => {
  const event = JSON.stringify({ type: 'policy.created', data: { policyId: `policy-${sinceMs}` } })
  const headers = [['event-id', `event-${sinceMs}`] as const]
  const at = { sinceMs, startedAt: 1_000_000 + sinceMs }
  return passing({
    route: 'hooks',
    method: 'POST',
    target: '/hooks',
    headers,
    body: passedBody(event),
    ...at,
  })
}

test('reads at each event that names no quote have a reason, and are judged at the end', () => {
  const since = (sinceMs: number) => ({ sinceMs, startedAt: 1_000_000 + sinceMs })
  const times = [12, 13, 14, 15, 16, 17, 18].map((second) => second * 1000)
  const course = [
    { ...granted(), ...since(0) },
    { ...submit(), ...since(1000) },
  ]
  const reads = times.map((at) => read('bound', since(at + 50)))
  const [withEvents, alone] = [sessionOf(['deliveries']), sessionOf(['deliveries'])]
  withEvents.judge([
    ...course,
    ...times.flatMap((at, place) => [reads[place] ?? [], policyCreated(at)].flat()),
  ])
  alone.judge([...course, ...reads])
  for (const { session, breaches } of [withEvents, alone]) {
    expect(ofClient(breaches)).not.toContain('client-polls-no-faster-than-2-seconds')
    session.end()
  }
  expect(ofClient(withEvents.breaches)).not.toContain('client-polls-no-faster-than-2-seconds')
  expect(ofClient(alone.breaches)).toContain('client-polls-no-faster-than-2-seconds')
})

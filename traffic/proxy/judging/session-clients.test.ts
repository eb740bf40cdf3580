import { expect, test } from 'vitest'
import type { Passed } from '../record/passed.ts'
import { granted, passed, SECRETS } from '../testing/passed.ts'
import { bind, QUOTE, read, sessionOf } from '../testing/session.ts'
import type { Breach } from './breach.ts'

test("a breach of the client is the client's", () => {
  const { breaches, judge } = sessionOf()
  judge([
    granted(),
    passed({ headers: [['authorization', `Bearer ${SECRETS.token}`]], status: 401 }),
    passed({ method: 'PUT', target: `/api/bind/${QUOTE}`, sent: '{"now":true}', status: 400 }),
  ])
  expect(breaches.filter(({ by }) => by === 'client').map(({ requirement }) => requirement)).toEqual([
    'client-sends-the-integration-key',
    'client-bind-sends-empty-object',
  ])
})

const submit = (): Passed =>
  passed({
    ...{ method: 'POST', target: '/api/submit', sent: '{}' },
    json: { status: 'approved', data: { quote_id: QUOTE, quote_status: 'pending' } },
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

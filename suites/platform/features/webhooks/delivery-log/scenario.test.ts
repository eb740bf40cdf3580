import type { Arrival } from '../../../../../conformance/ports/webhooks.ts'
import { testClaims } from '../../../../testing/claim-table.ts'
import { iso, spec } from '../../../vocabulary/events/testing.ts'
import { done, lacking, refusedStep, snapshotOf } from '../../../vocabulary/operator/testing.ts'
import { deliveryLog } from './scenario.ts'
import { arrivals, cameAt, FIRST, type LogAttempt, log, logEntry, SECOND } from './testing.ts'

const deletion = {
  arrivals,
  log: log(FIRST),
  deleted: done('delete_endpoint'),
  afterwards: { step: refusedStep('delivery_log') },
  successor: snapshotOf('delivery_log', []),
}

/** Attempts without an answer, except the last one. */
const unanswered: readonly Arrival[] = [
  { ...cameAt('e-3', 1000, 0), answered: { kind: 'silence' } },
  { ...cameAt('e-3', 10_000, 0), answered: { kind: 'reset' } },
  cameAt('e-3', 12_000, 200),
]
const UNANSWERED: readonly LogAttempt[] = [
  { at: iso(1000), status: null },
  { at: iso(10_000), status: 'connection reset' },
  { at: iso(12_000), status: 200 },
]
const unansweredLog = (attempts: readonly LogAttempt[]) => [
  { arrivals: unanswered, log: snapshotOf('delivery_log', [logEntry('e-3', attempts)]), when: 'once' },
]

const right = {
  snapshots: [
    { arrivals, log: log(FIRST), when: 'once events were delivered' },
    { arrivals, log: log(FIRST), when: 'after its secret was rotated' },
    ...unansweredLog(UNANSWERED),
  ],
  deletions: [deletion, deletion],
  secrets: [{ mark: 0, shownIn: ['made#1'] }],
}
const with_ = (some: Partial<Record<keyof typeof right, unknown>>) => () => ({ ...right, ...some })
/** Makes a trace with this log at the last moment. */
const withLog = (shown: unknown) =>
  with_({ snapshots: [right.snapshots[0], { arrivals, log: shown, when: 'after its secret was rotated' }] })
const each = (change: (attempt: LogAttempt) => LogAttempt) => withLog(log(FIRST.map(change)))
const withDeletion = (some: Partial<Record<keyof typeof deletion, unknown>>) =>
  with_({ deletions: [deletion, { ...deletion, ...some }] })

testClaims(deliveryLog, {
  spec,
  trace: right,
  rows: [
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'one attempt missing',
      change: withLog(log(FIRST.slice(1))),
      expected: 'failed',
      finding: { expected: '3 attempts to deliver e-1', under: 'after its secret was rotated' },
    },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'one more that never arrived',
      change: withLog(log([...FIRST, { at: iso(3000), status: null }])),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'nobody who shows it',
      change: withLog({ step: lacking('delivery_log') }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'nothing that was not answered',
      change: with_({ snapshots: unansweredLog(UNANSWERED.slice(2)) }),
      expected: 'failed',
      finding: { expected: '3 attempts to deliver e-3', observed: '1 in the log' },
    },
    {
      requirement: 'delivery-log-has-every-attempt',
      with: 'a log that a rotation emptied',
      change: withLog(snapshotOf('delivery_log', [])),
      expected: 'failed',
      finding: { observed: 'none' },
    },
    {
      requirement: 'delivery-log-times',
      with: 'nothing that was not answered',
      change: with_({ snapshots: unansweredLog(UNANSWERED.slice(2)) }),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'the end of an attempt that was never answered',
      change: with_({
        snapshots: unansweredLog([{ at: iso(9050), status: null }, ...UNANSWERED.slice(1)]),
      }),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'a time long after an attempt that was never answered',
      change: with_({
        snapshots: unansweredLog([...UNANSWERED.slice(1), { at: iso(61_000), status: null }]),
      }),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'the newest first, in milliseconds',
      change: withLog(
        log(FIRST.toReversed().map(({ at, status }) => ({ at: Date.parse(String(at)), status }))),
      ),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'the first time for all',
      change: each((one) => ({ ...one, at: iso(1000) })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-times',
      with: 'no times',
      change: each(({ status }) => ({ status })),
      expected: 'failed',
      finding: { observed: 'no time' },
    },
    {
      requirement: 'delivery-log-results',
      with: 'words that tell one from the other',
      change: each(({ at, status }) => ({ at, status: status === 200 ? 'ok' : 'failed' })),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'one word for all',
      change: each(({ at }) => ({ at, status: 'sent' })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'another code',
      change: each(({ at }) => ({ at, status: 200 })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'no result',
      change: each(({ at }) => ({ at })),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-results',
      with: 'success for an attempt that was not answered',
      change: with_({ snapshots: unansweredLog(UNANSWERED.map((one) => ({ ...one, status: 200 }))) }),
      expected: 'failed',
      finding: { expected: 'no status of success' },
    },
    {
      requirement: 'delivery-log-results',
      with: 'a code of its own for an attempt that was not answered',
      change: with_({
        snapshots: unansweredLog(
          UNANSWERED.map((one) => ({ ...one, status: one.status === 200 ? 200 : 504 })),
        ),
      }),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-calls-it-failed',
      with: 'the same of what was delivered',
      change: withLog(snapshotOf('delivery_log', [logEntry('e-1', FIRST, 'failed'), SECOND])),
      expected: 'failed',
    },
    {
      requirement: 'delivery-log-calls-it-failed',
      with: 'a word that announces failures before a success',
      change: withLog(
        snapshotOf('delivery_log', [logEntry('e-1', FIRST, 'delivered after failures'), SECOND]),
      ),
      expected: 'passed',
    },
    {
      requirement: 'delivery-log-calls-it-failed',
      with: 'an entry for each attempt, the first of which failed',
      change: withLog(
        snapshotOf(
          'delivery_log',
          FIRST.map((one) => logEntry('e-1', [one], one.status === 200 ? 'delivered' : 'failed')),
        ),
      ),
      expected: 'passed',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'an empty log',
      change: withDeletion({ afterwards: snapshotOf('delivery_log', []) }),
      expected: 'passed',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'the log that it had',
      change: withDeletion({ afterwards: log(FIRST) }),
      expected: 'failed',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'the log that it had, with ids in capitals',
      change: withDeletion({
        log: snapshotOf('delivery_log', [logEntry('E-1', FIRST)]),
        afterwards: snapshotOf('delivery_log', [logEntry('E-1', FIRST)]),
      }),
      expected: 'failed',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'a log that never had anything',
      change: withDeletion({ log: snapshotOf('delivery_log', []) }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'deleted-endpoint-loses-its-history',
      with: 'its deliveries in the log of another one at its address',
      change: withDeletion({ successor: log(FIRST) }),
      expected: 'failed',
    },
    {
      requirement: 'signing-secret-is-shown-once',
      with: 'a log that shows it',
      change: with_({ secrets: [{ mark: 0, shownIn: ['made#1', 'log#1'] }] }),
      expected: 'failed',
    },
  ],
})

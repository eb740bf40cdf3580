import { loadSpec } from '../../../spec/index.ts'
import { testSessionClaims } from '../testing/claims.ts'
import { clientRun, PDF, performance, QUOTE, sent, straight, trace } from '../testing/trace.ts'
import { givesUpOn404, savesThePolicy, savesTheProposal, takes202, waitsOn409 } from './documents.ts'

const left =
  (...files: Parameters<typeof clientRun>[0][]) =>
  () =>
    trace(performance(straight(), { runs: files.map((file) => clientRun(file)) }))
const proposals = (...given: Parameters<typeof sent>[1][]) =>
  trace(
    performance([sent('submit', { state: 'pending' }), ...given.map((one) => sent('quote-proposal', one))]),
  )
const WAIT = 'client-waits-on-409'
const bound = (...more: Parameters<typeof performance>[0]) => [
  sent('submit', { state: 'ready_to_bind' }),
  sent('bind', { at: 10 }),
  ...more,
]

testSessionClaims(
  'documents',
  await loadSpec(),
  [savesTheProposal, savesThePolicy, waitsOn409, givesUpOn404, takes202],
  [
    { requirement: 'client-gives-up-on-404', with: 'as it is', expected: 'cannot-tell' },
    {
      requirement: 'client-saves-the-proposal',
      with: 'no file',
      change: left({ files: [] }),
      expected: 'failed',
    },
    {
      requirement: 'client-saves-the-proposal',
      with: 'other bytes',
      change: left({ files: [{ name: 'proposal.pdf', size: 8, sha256: 'c'.repeat(64) }] }),
      expected: 'failed',
    },
    {
      requirement: 'client-saves-the-proposal',
      with: 'a journey without it',
      change: () => ({ ...trace(performance([])), journey: ['submit'] }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'client-saves-the-policy',
      with: 'the policy of another quote',
      change: () =>
        trace(
          performance([...straight()], {
            runs: [
              clientRun(),
              clientRun({
                result: { kind: 'read', value: { quote_id: 'another' } },
                files: [{ name: 'policy.pdf', ...PDF }],
              }),
            ],
          }),
        ),
      expected: 'failed',
    },
    { requirement: WAIT, with: 'as it is', expected: 'cannot-tell' },
    {
      requirement: WAIT,
      with: 'another request after a pause',
      change: () => proposals({ at: 1, status: 409 }, { at: 2000 }),
      expected: 'passed',
    },
    {
      requirement: WAIT,
      with: 'no other request',
      change: () => proposals({ at: 1, status: 409 }),
      expected: 'failed',
    },
    ...(
      [
        ['was refused beside it, and which says that it failed', 60, 1],
        ['was refused before it', -60, 1],
        ['was refused beside it, and which says that it is done', 60, 0],
      ] as const
    ).map(([what, after, code]) => ({
      requirement: WAIT,
      with: `no other request of a client whose update ${what}`,
      change: () =>
        trace(
          performance(
            [
              sent('submit', { state: 'ready_to_bind' }),
              sent('quote-proposal', { at: 1000, status: 409 }),
              sent('update', { at: 1000 + after, status: 400 }),
            ],
            { runs: [clientRun({ end: { kind: 'exited', code } })] },
          ),
        ),
      expected: after > 0 && code !== 0 ? ('passed' as const) : ('failed' as const),
    })),
    {
      requirement: WAIT,
      with: 'a storm of requests',
      change: () =>
        proposals(...Array.from({ length: 20 }, (_, at) => ({ at: at * 10, status: 409 })), { at: 500 }),
      expected: 'failed',
    },
    {
      requirement: WAIT,
      with: 'a request every fifth of a second',
      change: () =>
        proposals(...Array.from({ length: 20 }, (_, at) => ({ at: at * 200, status: 409 })), { at: 4000 }),
      expected: 'failed',
    },
    {
      requirement: WAIT,
      with: 'pauses that double from a twentieth of a second on',
      change: () =>
        proposals(...[0, 50, 150, 350, 750, 1550, 3150].map((at) => ({ at, status: 409 })), { at: 6350 }),
      expected: 'passed',
    },
    {
      requirement: 'client-gives-up-on-404',
      with: 'one request',
      change: () => proposals({ at: 1, status: 404 }),
      expected: 'passed',
    },
    {
      requirement: 'client-gives-up-on-404',
      with: 'two requests',
      change: () => proposals({ at: 1, status: 404 }, { at: 2000, status: 404 }),
      expected: 'failed',
    },
    {
      requirement: 'client-bind-takes-202',
      with: 'the policy right behind the bind',
      change: () => trace(performance(bound(sent('policy', { at: 20, status: 400 })))),
      expected: 'failed',
    },
    {
      requirement: 'client-bind-takes-202',
      with: 'an end with an error',
      change: () => trace(performance(bound(), { runs: [clientRun({ end: { kind: 'exited', code: 1 } })] })),
      expected: 'failed',
    },
    {
      requirement: 'client-bind-takes-202',
      with: 'an end in order',
      change: () =>
        trace(
          performance(bound(), {
            runs: [
              clientRun({ result: { kind: 'read', value: { quote_id: QUOTE, quote_status: 'bound' } } }),
            ],
          }),
        ),
      expected: 'passed',
    },
  ],
)

import { cannotTell, cutOff, failed, observed, passed, type Verdict } from '../../../conformance/verdict.ts'
import type { Arrival, Script, ScriptedAnswer } from '../../../conformance/webhooks.ts'
import { claim, type PlatformScenario, scenario } from '../context.ts'
import { breach } from './delivery.ts'
import { attemptsOf, isTrap } from './event.ts'

/** How long repeats are watched for, in milliseconds of target time: past the deadline and several rungs. */
const WATCH_MS = 40_000
const STEP_MS = 250

const ok: ScriptedAnswer = { kind: 'answer', status: 200 }
const answer = (status: number) => ({ kind: 'answer', status }) as const

/** What the receiver does with the first attempt; all that follow get a 200. */
const FIRST = {
  ok,
  created: answer(201),
  accepted: answer(202),
  empty: answer(204),
  'seven-seconds': { ...answer(200), delayMs: 7000 },
  dripping: { kind: 'answer', status: 200, body: 'slowly', dripMs: 12_000 },
  redirect: answer(302),
  'client-error': answer(404),
  'server-error': answer(503),
  reset: { kind: 'reset' },
  silence: { kind: 'silence' },
  'nine-seconds': { ...answer(200), delayMs: 9000 },
} as const satisfies Record<string, ScriptedAnswer>

type Way = keyof typeof FIRST | 'refusal'

interface Trace {
  readonly attempts: Readonly<Record<Way, readonly Arrival[]>>
  readonly trapped: readonly Arrival[]
}

/** What counts as delivered and what does not, each way on an endpoint of its own (8, R26). */
export const deliveryOutcomes: PlatformScenario = scenario<Trace>({
  id: 'webhooks/outcomes',
  title: 'A 2xx in time ends a delivery, and nothing else does',
  needs: ['webhooks', 'operator advance_clock'],
  alone: true,
  async drive({ quotes, webhooks, clock }) {
    const endpoints = new Map<Way, Awaited<ReturnType<typeof webhooks.open>>>()
    for (const [way, first] of Object.entries(FIRST)) {
      const script: Script = [first, ok]
      endpoints.set(way as Way, await webhooks.open(['quote.created'], script))
    }
    const refusing = await webhooks.open(['quote.created'])
    refusing.refuse()
    endpoints.set('refusal', refusing)
    const quote = await quotes.create('ready_to_bind')
    await quotes.settle(quote.id)
    const end = clock.now() + WATCH_MS
    await webhooks.until(() => clock.now() >= end, WATCH_MS, STEP_MS)
    const attempts = Object.fromEntries(
      [...endpoints].map(([way, endpoint]) => [way, attemptsOf(quote, endpoint)]),
    )
    return {
      attempts: attempts as Record<Way, readonly Arrival[]>,
      trapped: [...endpoints.values()].flatMap((endpoint) => endpoint.arrivals().filter(isTrap)),
    }
  },
  claims: [
    claim('delivery-any-2xx-is-success', (trace) => delivered(trace, 'created', 'accepted', 'empty')),
    claim('answer-at-7-seconds-is-success', (trace) => delivered(trace, 'seven-seconds')),
    claim('delivery-status-line-decides', (trace) => delivered(trace, 'dripping')),
    claim('delivery-redirect-is-failure', (trace) => repeated(trace, 'redirect')),
    claim('delivery-redirect-is-not-followed', notFollowed),
    claim('delivery-client-error-is-failure', (trace) => repeated(trace, 'client-error')),
    claim('delivery-server-error-is-failure', (trace) => repeated(trace, 'server-error')),
    claim('delivery-reset-is-failure', (trace) => repeated(trace, 'reset')),
    claim('delivery-refusal-is-failure', (trace) => repeated(trace, 'refusal')),
    claim('delivery-silence-is-failure', (trace) => repeated(trace, 'silence')),
    claim('answer-at-9-seconds-is-failure', (trace) => repeated(trace, 'nine-seconds')),
    claim('retry-waits-for-the-deadline', (trace, { spec }) => waited(trace, spec.delivery.deadline.ms)),
    claim('observe-retry-delay-base', ({ attempts: { silence } }) => {
      const [first, second] = silence
      return first === undefined || second === undefined
        ? cannotTell('a silent attempt was not repeated')
        : observed(
            `the attempt after a silent one came about ${Math.round((second.latest - first.latest) / 100) / 10} s after its start`,
          )
    }),
    claim('retry-ends-with-success', (trace) => endsWithSuccess(trace)),
    claim('retry-not-after-every-success', notAfterEach),
  ],
})

/** Ways that are a success at the first attempt; the 200 among them shows whether copies come anyhow. */
function delivered({ attempts }: Trace, ...ways: readonly Way[]): Verdict {
  if (attempts.ok.length === 0) return cutOff('nothing at all arrived at the receiver')
  if (attempts.ok.length > 1) return cannotTell('deliveries repeat after a 200 too')
  const again = ways.flatMap((way) => attempts[way].slice(1, 2).map((arrival) => ({ way, arrival })))[0]
  if (again !== undefined)
    return breach(again.arrival, 'no further attempt', `another one after ${again.way}`, 'attempts')
  return ways.every((way) => attempts[way].length === 1)
    ? passed(`watched for ${WATCH_MS} ms`)
    : cutOff('an event did not arrive')
}

function repeated({ attempts }: Trace, way: Way): Verdict {
  if (attempts[way].length === 0) return cutOff('the event did not arrive')
  return attempts[way].length > 1
    ? passed()
    : failed({
        expected: `another attempt after ${way}`,
        observed: `none within ${WATCH_MS} ms`,
        at: 'attempts',
      })
}

function notFollowed({ attempts, trapped }: Trace): Verdict {
  if (attempts.redirect.length === 0) return cutOff('the event did not arrive')
  const [first] = trapped
  return first === undefined
    ? passed()
    : breach(first, 'nothing where a redirect leads', first.method, 'location')
}

function waited({ attempts: { silence } }: Trace, deadlineMs: number): Verdict {
  const [first, second] = silence
  if (first === undefined || second === undefined) return cannotTell('a silent attempt was not repeated')
  const most = second.latest - first.earliest
  return most >= deadlineMs
    ? passed()
    : breach(second, `no attempt before ${deadlineMs} ms are over`, `at most ${Math.round(most)} ms`, 'time')
}

/** What came after the first success of each endpoint. */
function copies({ attempts }: Trace): readonly (Arrival | undefined)[] {
  const successful = Object.entries(attempts).filter(([way]) => way !== 'refusal')
  return successful.flatMap(([way, arrivals]) => {
    const first = arrivals.findIndex(
      ({ answered }, place) =>
        answered.kind === 'answer' && answered.status < 300 && (place > 0 || way !== 'nine-seconds'),
    )
    return first === -1 ? [] : [arrivals[first + 1]]
  })
}

function endsWithSuccess(trace: Trace): Verdict {
  const after = copies(trace)
  if (after.length === 0) return cutOff('no delivery succeeded')
  const [copy] = after.filter((one) => one !== undefined)
  return copy === undefined
    ? passed(`${after.length} successes`)
    : breach(copy, 'no attempt after a 2xx', 'another one', 'attempts')
}

function notAfterEach(trace: Trace): Verdict {
  const after = copies(trace)
  if (after.length < 3) return cutOff('too few deliveries succeeded')
  return after.every((one) => one !== undefined)
    ? failed({ expected: 'an end after a 2xx', observed: `a copy after each of ${after.length} successes` })
    : passed()
}

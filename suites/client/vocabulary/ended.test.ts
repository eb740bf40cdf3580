import { describe, expect, test } from 'vitest'
import type { Performance } from '../../../conformance/ports/client.ts'
import type { Suite } from '../../../conformance/scenario.ts'
import { failed, passed, type Verdict } from '../../../conformance/verdict.ts'
import { loadSpec } from '../../../spec/index.ts'
import type { Spec } from '../../../spec/spec.ts'
import { performance, straight, trace } from '../testing/trace.ts'
import { type ClientContext, clientScenario, sessionClaim } from './context.ts'
import { unlessEnded } from './ended.ts'
import { eachRun, wrongEnd } from './endings.ts'
import { each } from './verdicts.ts'

const spec = await loadSpec()
const requests = straight()
const last = requests.at(-1)?.id ?? ''
const first = requests[0]?.id ?? ''
const endingWith = (code: number): Performance => {
  const one = performance(requests)
  return { ...one, runs: one.runs.map((run) => ({ ...run, end: { kind: 'exited', code } })) }
}

/** The verdict on the end of a session in which another requirement was broken at a request. */
function onTheEnd(
  requirement: string,
  exchange: string | undefined,
  performances: readonly Performance[],
): Verdict {
  const found = exchange === undefined ? passed() : failed({ expected: 'this', observed: 'that', exchange })
  const ends = sessionClaim('client-writes-its-result', (session) =>
    each(session, (one) => eachRun(one, (run) => wrongEnd(run, one))),
  )
  const suite: Suite<ClientContext, Spec> = {
    scenarios: [
      clientScenario({
        id: 'a/b',
        title: 'A session',
        claims: [ends, sessionClaim(requirement, () => found)],
      }),
    ],
    standing: [],
  }
  const [judging] = unlessEnded(suite).scenarios[0]?.claims ?? []
  if (judging === undefined) throw new Error('no claim')
  return judging.judge({ ...trace(performance(requests)), performances }, { spec, exchanges: requests })
}

describe('the end of a session is not judged', () => {
  test('where a breach after the last success ended it', () => {
    expect(onTheEnd('client-retries-5xx', last, [endingWith(1)])).toEqual({
      kind: 'cannot-tell',
      why: 'the session ended early, because client-retries-5xx failed',
    })
  })
})

describe('a statement of its own about the end of a session', () => {
  const verdictOf = (isStanding: boolean) => {
    const breach = failed({ expected: 'this', observed: 'that', exchange: last })
    const own = sessionClaim('client-handles-cents', (session) =>
      each(session, (one) => eachRun(one, (run) => wrongEnd(run, one))),
    )
    const other = sessionClaim('client-sends-the-integration-key', () => breach)
    const standing = { requirement: 'client-sends-the-integration-key', judge: () => breach }
    const [judging] =
      unlessEnded({
        scenarios: [
          clientScenario({
            id: 'a/b',
            title: 'A session',
            claims: [own, ...(isStanding ? [] : [other])],
          }),
        ],
        standing: isStanding ? [standing] : [],
      }).scenarios[0]?.claims ?? []
    return judging?.judge(
      { ...trace(performance(requests)), performances: [endingWith(1)] },
      { spec, exchanges: requests, arrivals: [] },
    )
  }

  test('is not judged where a breach of a statement about every request ended it', () =>
    expect(verdictOf(true)).toEqual({
      kind: 'cannot-tell',
      why: 'the session ended early, because client-sends-the-integration-key failed',
    }))
  test('is judged where the session has another breach', () => expect(verdictOf(false)?.kind).toBe('failed'))
})

describe('the end of a session is judged', () => {
  test('where nothing else is wrong', () =>
    expect(onTheEnd('client-retries-5xx', undefined, [endingWith(1)]).kind).toBe('failed'))
  test('where requests succeeded after the breach', () =>
    expect(onTheEnd('client-retries-5xx', first, [endingWith(1)]).kind).toBe('failed'))
  test('where only a recommendation was not kept', () =>
    expect(onTheEnd('client-survives-a-lost-connection', last, [endingWith(1)]).kind).toBe('failed'))
  test('where the client says that it is done', () => {
    const done = endingWith(0)
    const without = {
      ...done,
      runs: done.runs.map((run) => ({ ...run, result: { kind: 'missing' } as const })),
    }
    expect(onTheEnd('client-retries-5xx', last, [without]).kind).toBe('failed')
  })
})

import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { type FakePorts, fakeScenario, pass, planOf, target } from '../selection/fakes.ts'
import { cutOff } from '../verdict.ts'
import { driveScenario } from './drive.ts'

const never = new Promise<never>(() => undefined)

/** Drives a scenario that a signal may end early. */
function driven(drive: () => Promise<unknown>, givenUp: AbortSignal) {
  const [planned] = planOf({
    scenarios: [fakeScenario('a', { drive, claims: { one: pass } })],
    standing: [],
  }).scenarios
  if (planned === undefined) throw new Error('nothing was planned')
  return driveScenario<FakePorts, FakePorts, undefined>(planned, {
    ...{ judged: new Set(), target: target(), spec: undefined, givenUp },
    waiting: () => undefined,
    context: (ports) => ports,
  })
}

test('a scenario that has ended leaves nothing behind that would keep its answers in memory', async () => {
  const { signal } = new AbortController()
  expect((await driven(async () => 'trace', signal)).drive).toEqual({ trace: 'trace' })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a run that is given up gives its scenarios up, with the reason', async () => {
  const control = new AbortController()
  const ended = driven(() => never, control.signal)
  control.abort('the target is lost')
  const cut = { verdict: cutOff('the target is lost') }
  expect((await ended).drive).toEqual(cut)
  expect((await driven(() => never, control.signal)).drive).toEqual(cut)
})

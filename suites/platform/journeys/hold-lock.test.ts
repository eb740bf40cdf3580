import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HoldLock, type SharedHold } from './hold-lock.ts'

/** Makes lock that log, in order, who has a turn and when work is held and released. */
function noted() {
  const lock = new HoldLock()
  const seen: string[] = []
  const note = async (text: string) => void seen.push(text)
  return {
    lock,
    seen,
    async shared(name: string): Promise<Disposable> {
      const own = await lock.shared()
      seen.push(name)
      return own
    },
    async hold(name: string, work = 'rating'): Promise<SharedHold> {
      const hold = await lock.hold(work, {
        hold: () => note(`hold ${work}`),
        release: () => note(`release ${work}`),
      })
      seen.push(name)
      return hold
    },
  }
}

test('whoever holds work back has nobody beside it that waits for work', async () => {
  const { seen, shared, hold } = noted()
  const [first, second] = [await shared('first'), await shared('second')]
  const holding = hold('holding')
  first[Symbol.dispose]()
  await turn()
  expect(seen).toEqual(['first', 'second'])
  second[Symbol.dispose]()
  const own = await holding
  const late = shared('late')
  await turn()
  expect(seen).toEqual(['first', 'second', 'hold rating', 'holding'])
  await own.release()
  await late
  expect(seen).toEqual(['first', 'second', 'hold rating', 'holding', 'release rating', 'late'])
})

test('those that hold the same work do so together, until all of them let it go on', async () => {
  const { seen, shared, hold } = noted()
  const first = await hold('first')
  const late = shared('late')
  const second = await hold('second')
  const released = first.release().then(() => seen.push('first released'))
  await turn()
  expect(seen).toEqual(['hold rating', 'first', 'second'])
  await second.release()
  await Promise.all([released, late])
  expect(seen.slice(3)).toEqual(['release rating', 'late', 'first released'])
})

test('nobody joins once one of them wants the work to go on', async () => {
  const { seen, hold } = noted()
  const [first, second] = [await hold('first'), await hold('second')]
  const released = first.release()
  const third = hold('third')
  await turn()
  expect(seen).toEqual(['hold rating', 'first', 'second'])
  await second.release()
  await released
  await (await third).release()
  expect(seen.slice(3)).toEqual(['release rating', 'hold rating', 'third', 'release rating'])
})

test('different work is held one after the other', async () => {
  const { seen, hold } = noted()
  const first = await hold('first')
  const second = hold('second', 'issue')
  await turn()
  expect(seen).toEqual(['hold rating', 'first'])
  await first.release()
  await (await second).release()
  expect(seen.slice(2)).toEqual(['release rating', 'hold issue', 'second', 'release issue'])
})

test('work is held only when all who are under way want to hold some, and those who want the same do so together', async () => {
  const { lock, seen, shared, hold } = noted()
  const [, , third] = [lock.enter(), lock.enter(), lock.enter()]
  const first = hold('first')
  ;(await shared('second waits'))[Symbol.dispose]()
  const second = hold('second')
  await turn()
  expect(seen).toEqual(['second waits'])
  third[Symbol.dispose]()
  await Promise.all([first, second])
  expect(seen.slice(1)).toEqual(['hold rating', 'first', 'second'])
})

test('work that cannot be held is reported to all that want to hold it, and others go on', async () => {
  const { lock, shared } = noted()
  const fails = { hold: () => Promise.reject(new Error('no')), release: () => Promise.resolve() }
  const before = await shared('before')
  const both = Promise.allSettled([lock.hold('rating', fails), lock.hold('rating', fails)])
  before[Symbol.dispose]()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  ;(await shared('after'))[Symbol.dispose]()
})

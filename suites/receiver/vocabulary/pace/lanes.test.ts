import { describe, expect, test } from 'vitest'
import { Lanes } from './lanes.ts'
import { TimeIsUp } from './run-time.ts'

/** A receiver on a simulated clock: the next due action happens when everybody waits. */
function world() {
  let now = 0
  const due: { at: number; wake: () => void }[] = []
  const sleep = (ms: number) => new Promise<void>((wake) => due.push({ at: now + ms, wake }))
  const run = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false
    const ended = work.finally(() => {
      isDone = true
    })
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      if (isDone) return ended
      due.sort((one, other) => one.at - other.at)
      const next = due.shift()
      if (next === undefined) return ended
      now = next.at
      next.wake()
    }
  }
  return { now: () => now, sleep, run }
}

const items = (count: number, variant = false) => Array.from({ length: count }, (_, id) => ({ id, variant }))
const always = () => true

describe('cases', () => {
  test('that end soon never overlap', async () => {
    const { now, sleep, run } = world()
    const lanes = new Lanes({ now, sleep, mayBegin: always })
    let under = 0
    let most = 0
    const results = await run(
      lanes.drive(
        items(20),
        async ({ id }) => {
          under += 1
          most = Math.max(most, under)
          await sleep(50)
          under -= 1
          return id
        },
        always,
      ),
    )
    expect([most, results]).toEqual([1, items(20).map(({ id }) => id)])
  })

  test('that take six seconds overlap, so that a hundred take less than two minutes', async () => {
    const { now, sleep, run } = world()
    const lanes = new Lanes({ now, sleep, mayBegin: always })
    await run(lanes.drive(items(100), () => sleep(6000).then(() => 'done'), always))
    expect(now()).toBeLessThan(120_000)
  })

  test('that go wrong in company are driven again alone, and count as they go then', async () => {
    const { now, sleep, run } = world()
    const lanes = new Lanes({ now, sleep, mayBegin: always })
    let under = 0
    const results = await run(
      lanes.drive(
        items(6),
        async () => {
          under += 1
          const isOnly = under === 1
          await sleep(2000)
          under -= 1
          return isOnly ? 'well' : 'badly'
        },
        (result) => result === 'well',
      ),
    )
    expect([results, lanes.limit]).toEqual([Array(6).fill('well'), 1])
  })

  test('of several parts share what the receiver bears, and those driven again are alone', async () => {
    const { now, sleep, run } = world()
    const lanes = new Lanes({ now, sleep, mayBegin: always })
    let under = 0
    const seen: number[] = []
    const part = (isFussy: boolean) =>
      lanes.drive(
        items(4),
        async () => {
          under += 1
          seen.push(under)
          const isOnly = under === 1
          await sleep(2000)
          under -= 1
          return isOnly || !isFussy
        },
        (isWell) => isWell,
      )
    const results = await run(Promise.all([part(false), part(true)]))
    expect(Math.max(...seen)).toBeLessThanOrEqual(4)
    expect(results).toEqual([Array(4).fill(true), Array(4).fill(true)])
  })

  test('whose answers queue overlap less, and those that are as slow alone do not', async () => {
    const { now, sleep, run } = world()
    const limitOf = async (tookMs: (place: number) => number) => {
      const lanes = new Lanes({ now, sleep, mayBegin: always })
      await run(sleep(tookMs(1)))
      lanes.noteAnswer(tookMs(1))
      const one = async ({ id }: { id: number }) => {
        await sleep(tookMs(id + 1))
        lanes.noteAnswer(tookMs(id + 1))
        return id
      }
      await run(lanes.drive(items(4), one, always))
      return [lanes.limit, lanes.bearsCompany]
    }
    expect(await limitOf((place) => 1000 * place)).toEqual([2, false])
    expect(await limitOf(() => 6000)).toEqual([8, true])
  })

  test('for which there is no time are left out', async () => {
    const { now, sleep, run } = world()
    const lanes = new Lanes({ now, sleep, mayBegin: ({ variant }) => variant !== true || now() < 100 })
    const results = await run(
      lanes.drive(
        [...items(3, true), ...items(2)],
        async ({ id, variant }) => {
          await sleep(60)
          if (!variant && id === 1) throw new TimeIsUp()
          return variant ? `variant ${id}` : `case ${id}`
        },
        always,
      ),
    )
    expect(results).toEqual(['variant 0', 'variant 1', 'case 0'])
  })

  test('that break the suite itself end everything', async () => {
    const { now, sleep, run } = world()
    const lanes = new Lanes({ now, sleep, mayBegin: always })
    const breaking = lanes.drive(items(2), async () => Promise.reject(new RangeError('a fault')), always)
    await expect(run(breaking)).rejects.toThrow('a fault')
  })
})

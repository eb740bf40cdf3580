import { expect, test } from 'vitest'
import { type PacedWait, PollPace } from './poll-pace.ts'

/** A clock that moves by the rests of whoever waits on it, and the moments at which waits checked. */
function waiting(doneAt: (start: number) => number, virtual = false) {
  let now = 0
  const clock = {
    virtual,
    now: () => now,
    rest: async (ms: number) => {
      await Promise.resolve()
      now += ms
    },
  }
  const pace = new PollPace(clock)
  const follow = async (withinMs = 10_000, wait: PacedWait = pace.begin('rating', withinMs)) => {
    using _ = wait
    const start = now
    const checks: number[] = []
    for (let left = 50; left > 0; left -= 1) {
      checks.push(now - start)
      if (now >= doneAt(start)) {
        wait.came()
        break
      }
      await wait.pass(500)
    }
    return checks
  }
  return { pace, follow }
}

test('the first wait checks often, and later ones when the work was done before', async () => {
  const { follow } = waiting((start) => start + 1500)
  expect(await follow()).toEqual([0, 500, 1000, 1500])
  expect(await follow()).toEqual([0, 1500])
})

test('work that takes longer than before is checked for in short pauses from then on', async () => {
  let takes = 1000
  const { follow } = waiting((start) => start + takes)
  await follow()
  takes = 2000
  expect(await follow()).toEqual([0, 1000, 1500, 2000])
})

test('on a moved clock later waits check when the slowest work was done', async () => {
  let takes = 2000
  const { follow } = waiting((start) => start + takes, true)
  await follow()
  takes = 1000
  expect([await follow(), await follow()]).toEqual([
    [0, 2000],
    [0, 2000],
  ])
  takes = 2500
  expect([await follow(), await follow()]).toEqual([
    [0, 2000, 2500],
    [0, 2500],
  ])
})

test('of waits side by side one checks, and the others when it has ended', async () => {
  const { follow } = waiting(() => 1500)
  const all = await Promise.all([follow(), follow(), follow()])
  expect(all).toEqual([
    [0, 500, 1000, 1500],
    [0, 1500],
    [0, 1500],
  ])
})

test('one whose work never comes holds up no other after half of its time', async () => {
  const { pace, follow } = waiting(() => Number.POSITIVE_INFINITY)
  const ended: number[] = []
  const first = follow(2000)
  const other = pace.begin('rating', 2000)
  void other.pass(500).then(() => ended.push(0))
  await first
  expect(ended).toEqual([0])
})

test('a wait that throws lets the others go on', async () => {
  const { pace } = waiting(() => 0)
  const broken = async () => {
    using wait = pace.begin('issue', 10_000)
    await wait.pass(500)
    throw new Error('lost')
  }
  const failed = expect(broken()).rejects.toThrow('lost')
  await pace.begin('issue', 10_000).pass(500)
  await failed
})

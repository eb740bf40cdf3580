import { describe, expect, test } from 'vitest'
import { CannotTell } from '../../../conformance/verdict.ts'
import { TimeBase } from './time-base.ts'

/** A time base that notes its moves. */
function movable() {
  const base = new TimeBase()
  const moves: number[] = []
  const advance = async (ms: number) => {
    moves.push(ms)
    base.moved(ms)
  }
  return { base, moves, advance }
}

const turns = async (count = 6) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('the time of a shared target', () => {
  test('moves from sleeper to sleeper', async () => {
    const { base, moves, advance } = movable()
    const [a, b] = [await base.join(), await base.join()]
    const woken: string[] = []
    const first = async () => {
      await a.sleep(3000, advance)
      woken.push(`a at ${base.elapsed()}`)
      a[Symbol.dispose]()
    }
    const second = async () => {
      for (const _ of [1, 2]) {
        await b.sleep(2000, advance)
        woken.push(`b at ${base.elapsed()}`)
      }
      b[Symbol.dispose]()
    }
    await Promise.all([first(), second()])
    expect(moves).toEqual([2000, 1000, 1000])
    expect(woken).toEqual(['b at 2000', 'a at 3000', 'b at 4000'])
  })

  test('wakes whoever may wait longer with a move for another, and stops for it at last', async () => {
    const { base, moves, advance } = movable()
    const [a, b] = [await base.join(), await base.join()]
    const early = a.sleep(400, advance, 200).then(() => base.elapsed())
    const exact = b.sleep(500, advance).then(() => base.elapsed())
    expect([await early, await exact]).toEqual([500, 500])
    b[Symbol.dispose]()
    await a.sleep(400, advance, 200)
    expect(moves).toEqual([500, 600])
  })

  test('stands still while someone is awake', async () => {
    const { base, moves, advance } = movable()
    const [a, b] = [await base.join(), await base.join()]
    const slept = a.sleep(1000, advance)
    await turns()
    expect(moves).toEqual([])
    b[Symbol.dispose]()
    await slept
    expect(moves).toEqual([1000])
  })

  test('stands still while a request is under way', async () => {
    const { base, moves, advance } = movable()
    const share = await base.join()
    const held = await base.hold()
    const slept = share.sleep(1000, advance)
    await turns()
    expect(moves).toEqual([])
    held[Symbol.dispose]()
    await slept
    expect(moves).toEqual([1000])
  })

  test('stops for something that lingers, which alone moves nothing', async () => {
    const { base, moves, advance } = movable()
    const share = await base.join()
    const slept = share.passiveSleep(300, advance).then(() => base.elapsed())
    await turns()
    expect(moves).toEqual([])
    await share.sleep(1000, advance)
    expect([moves, await slept]).toEqual([[300, 700], 300])
  })

  test('is known to have moved only when what was sent has arrived', async () => {
    const base = new TimeBase()
    const arrived = Promise.withResolvers<void>()
    base.settling(() => arrived.promise)
    const moved = base.moving(500, async () => 'answer')
    await turns()
    expect([base.elapsed(), base.ahead()]).toEqual([0, 500])
    arrived.resolve()
    expect([await moved, base.elapsed(), base.ahead()]).toEqual(['answer', 500, 0])
  })

  test('says for how long it was being moved, also while it is', async () => {
    const base = new TimeBase()
    const began = performance.now()
    let seen = 0
    await base.moving(60_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      seen = base.movingMs()
    })
    const movingMs = base.movingMs()
    expect(seen).toBeGreaterThan(20)
    expect(movingMs).toBeGreaterThanOrEqual(seen)
    expect(movingMs).toBeLessThanOrEqual(performance.now() - began)
  })

  test('is where it was when a move fails', async () => {
    const base = new TimeBase()
    const broken = base.moving(500, async () => {
      throw new CannotTell('turned down')
    })
    await expect(broken).rejects.toThrow('turned down')
    expect([base.elapsed(), base.ahead()]).toEqual([0, 0])
  })

  test('wakes all branches of one scenario that are due together', async () => {
    const { base, moves, advance } = movable()
    const share = await base.join()
    await Promise.all([share.sleep(500, advance), share.sleep(500, advance), share.sleep(700, advance)])
    expect(moves).toEqual([500, 200])
  })

  test('lets nobody join or send while it moves', async () => {
    const base = new TimeBase()
    const share = await base.join()
    const moving = Promise.withResolvers<void>()
    const slept = share.sleep(1000, async (ms) => {
      await moving.promise
      base.moved(ms)
    })
    await turns()
    const seen: number[] = []
    const joined = base.join().then(() => seen.push(base.elapsed()))
    const entered = base.hold().then(() => seen.push(base.elapsed()))
    await turns()
    expect(seen).toEqual([])
    moving.resolve()
    await Promise.all([slept, joined, entered])
    expect(seen).toEqual([1000, 1000])
  })

  test('that cannot be moved wakes every sleeper with the reason', async () => {
    const base = new TimeBase()
    const share = await base.join()
    const broken = async () => {
      throw new CannotTell('advance_clock did not succeed')
    }
    await expect(Promise.all([share.sleep(1, broken), share.sleep(2, broken)])).rejects.toThrow(
      'did not succeed',
    )
  })

  test('ends when the target is closed', async () => {
    const { base, advance } = movable()
    const [a] = [await base.join(), await base.join()]
    const slept = a.sleep(1000, advance)
    base.close()
    await expect(slept).rejects.toBeInstanceOf(CannotTell)
  })

  test('is not kept from others by a branch of a scenario that has ended', async () => {
    const { base, moves, advance } = movable()
    const [a, b] = [await base.join(), await base.join()]
    a[Symbol.dispose]()
    await expect(a.sleep(500, advance)).rejects.toThrow(CannotTell)
    await b.sleep(1000, advance)
    expect(moves).toEqual([1000])
  })

  test('passes no time in a sleep of nothing', async () => {
    const { base, moves, advance } = movable()
    const [a] = [await base.join(), await base.join()]
    await a.sleep(0, advance)
    expect(moves).toEqual([])
  })

  test('goes on while whoever is awake waits in real time, and by no more than that', async () => {
    const { base, moves, advance } = movable()
    const [a, b] = [await base.join(), await base.join()]
    const slept = a.sleep(100, advance)
    await turns()
    expect(moves).toEqual([])
    const away = b.away(150)
    await slept
    expect(moves).toEqual([100])
    const far = a.sleep(200, advance)
    await turns()
    expect(moves).toEqual([100, 50])
    b.away(1000)
    await turns()
    expect(moves).toEqual([100, 50])
    away[Symbol.dispose]()
    await far
    expect(moves).toEqual([100, 50, 150])
  })
})

import { describe, expect, test } from 'vitest'
import { fake, json } from '../../transport/testing/fake-server.ts'
import { opened } from '../testing/fake.ts'

/** A platform whose clock is moved over HTTP. */
async function movable() {
  const moves: number[] = []
  const control = await fake((seen, response) => {
    if (seen.url === '/control/clock') moves.push(JSON.parse(seen.body).by)
    json(response, 200, {})
  })
  const operator = {
    advance_clock: { http: { url: `${control.origin}/control/clock`, body: { by: '{milliseconds}' } } },
  }
  return { ...control, moves, operator }
}

describe('a virtual clock', () => {
  test('is moved by what the nearest sleeper asks for, and shows it in the evidence', async () => {
    const { origin, moves, operator } = await movable()
    const target = await opened(origin, { operator }, { embedded: true })
    const [a, b] = [
      await target.lease({ id: 'a', exclusive: false }),
      await target.lease({ id: 'b', exclusive: false }),
    ]
    const times = await Promise.all([
      (async () => {
        await a.ports.clock.sleep(1000)
        const exchange = await a.ports.http.send({ operation: 'status', method: 'GET', path: '/status/1' })
        await a.release()
        return exchange.targetMs
      })(),
      (async () => {
        await b.ports.clock.sleep(60_000)
        return b.ports.clock.now()
      })(),
    ])
    expect(times).toEqual([1000, 60_000])
    expect(moves).toEqual([1000, 59_000])
    expect(a.exchanges().map(({ operation }) => operation)).toEqual(['operator', 'token', 'status'])
    const c = await target.lease({ id: 'c', exclusive: false })
    expect([c.ports.clock.virtual, c.ports.clock.now()]).toEqual([true, 0])
  })

  test('that a scenario moves itself wakes whoever is due', async () => {
    const { origin, moves, operator } = await movable()
    const target = await opened(origin, { operator }, { embedded: true })
    const { ports } = await target.lease({ id: 'a', exclusive: true })
    await ports.operator.perform('advance_clock', { milliseconds: 700 })
    expect(ports.clock.now()).toBe(700)
    expect(moves).toEqual([700])
  })

  test('lets nobody else pass the moment that a pausing branch of the scenario waits for', async () => {
    const { origin, moves, operator } = await movable()
    const target = await opened(origin, { operator })
    const { clock } = (await target.lease({ id: 'a', exclusive: true })).ports
    const seen: number[] = []
    const steps = async () => {
      for (let step = 0; step < 3; step += 1) {
        await clock.sleep(100)
        seen.push(clock.now())
      }
    }
    await Promise.all([steps(), clock.sleep(86_400_000)])
    expect(seen).toEqual([100, 200, 300])
    expect(moves.at(-1)).toBe(86_399_700)
  })

  test('asks a deadline for real time only when the target is shared', async () => {
    const { origin, operator } = await movable()
    const expired = async (options: object) => {
      const target = await opened(origin, { operator }, options)
      const { clock } = (await target.lease({ id: 'a', exclusive: false })).ports
      const deadline = clock.deadline(10_000)
      const before = deadline.expired()
      await clock.sleep(10_000)
      return [before, deadline.expired()]
    }
    expect(await expired({ embedded: true })).toEqual([false, true])
    expect(await expired({ realPatienceMs: 60_000 })).toEqual([false, false])
    expect(await expired({ realPatienceMs: 1 })).toEqual([false, true])
  })

  test('that does not move makes its sleepers undecidable', async () => {
    const { origin } = await fake((_, response) => response.writeHead(404).end())
    const operator = { advance_clock: { http: { url: `${origin}/nowhere` } } }
    const { ports } = await (await opened(origin, { operator }, { embedded: true })).lease({
      id: 'a',
      exclusive: false,
    })
    await expect(ports.clock.sleep(5)).rejects.toMatchObject({ key: 'operator.advance_clock' })
  })
})

describe('a real clock', () => {
  test('lets time pass', async () => {
    const { clock } = (await (await opened('http://127.0.0.1:1')).lease({ id: 'a', exclusive: false })).ports
    const deadline = clock.deadline(20)
    expect([clock.virtual, deadline.expired()]).toEqual([false, false])
    await clock.sleep(30)
    expect(clock.now()).toBeGreaterThanOrEqual(20)
    expect(deadline.expired()).toBe(true)
  })

  test('stops when the target is closed', async () => {
    const target = await opened('http://127.0.0.1:1')
    const { clock } = (await target.lease({ id: 'a', exclusive: false })).ports
    const slept = expect(clock.sleep(60_000)).rejects.toThrow('the run ended')
    await target.close()
    await slept
  })
})

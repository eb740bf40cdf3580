import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { fake, json } from '../transport/testing/fake-server.ts'
import { opened, shownOf } from './testing/fake.ts'

const SECRET = 'whsec-fake-1'

/**
 * A platform with a movable clock. It delivers one event to each endpoint a second after its registration,
 * and gives an attempt 8 s. It repeats a failed one a second after its end.
 */
async function platform() {
  let now = 0
  let timers: { at: number; fire(): Promise<void> }[] = []
  const attempts: number[] = []
  const deleted: string[] = []

  const attempt = async (url: string) => {
    attempts.push(now)
    const giveUp = new AbortController()
    const deadline = { at: now + 8000, fire: async () => giveUp.abort() }
    timers.push(deadline)
    const written = pause(1)
    const headers = signed('evt-1', `T${attempts.length}`, '{}')
    void fetch(url, { method: 'POST', headers, body: '{}', redirect: 'manual', signal: giveUp.signal })
      .then(({ ok }) => ok)
      .catch(() => false)
      .then((ok) => {
        timers = timers.filter((timer) => timer !== deadline)
        if (!ok) timers.push({ at: now + 1000, fire: () => attempt(url) })
      })
    await written
  }

  const advance = async (ms: number) => {
    const end = now + ms
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      timers = timers.filter((timer) => timer !== next)
      now = next.at
      await next.fire()
    }
    now = end
  }

  const { origin } = await fake(async (seen, response) => {
    if (seen.url === '/control/clock') await advance(JSON.parse(seen.body).by)
    if (seen.method === 'DELETE') deleted.push(seen.url)
    if (seen.url === '/control/endpoints') {
      const { url } = JSON.parse(seen.body)
      timers.push({ at: now + 1000, fire: () => attempt(url) })
    }
    json(response, 200, { id: 'e-1', secret: SECRET })
  })
  const operator = {
    advance_clock: { http: { url: `${origin}/control/clock`, body: { by: '{milliseconds}' } } },
    register_endpoint: {
      http: { url: `${origin}/control/endpoints`, body: { url: '{url}', events: '{events}' } },
      returns: { endpoint_id: '/id', signing_secret: '/secret' },
    },
    delete_endpoint: { http: { method: 'DELETE', url: `${origin}/control/endpoints/{endpoint_id}` } },
  }
  return { origin, operator, attempts, deleted }
}

function signed(id: string, timestamp: string, body: string): Record<string, string> {
  const value = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest('hex')
  return { 'event-id': id, timestamp, 'x-platform-signature': value }
}

describe.each([true, false])('on a clock that is moved (embedded: %s)', (embedded) => {
  async function leased() {
    const one = await platform()
    const target = await opened(one.origin, { operator: one.operator }, { embedded })
    const lease = await target.lease({ id: 'a', exclusive: true })
    return { ...one, target, lease, webhooks: lease.ports.webhooks, clock: lease.ports.clock }
  }

  test('each attempt came in the step that shows it', async () => {
    const { webhooks, attempts } = await leased()
    const endpoint = await webhooks.open(
      ['quote.created'],
      [
        { kind: 'answer', status: 500 },
        { kind: 'reset' },
        { kind: 'answer', status: 302 },
        { kind: 'answer', status: 200 },
      ],
    )
    expect(await webhooks.watch(7000, 300, () => endpoint.arrivals().length === 5)).toBe(false)
    const arrivals = endpoint.arrivals()
    expect(arrivals.map(({ signature }) => signature.signedWith)).toEqual(Array(4).fill('current'))
    expect(attempts[0]).toBe(1000)
    for (const [index, { earliest, latest, ended }] of arrivals.entries()) {
      const at = attempts[index] ?? Number.NaN
      expect([earliest < at, at <= latest, latest - earliest, ended]).toEqual([true, true, 300, latest])
    }
  })

  test('a delay is one of the target, and holds nobody up', async () => {
    const { webhooks, attempts } = await leased()
    const endpoint = await webhooks.open(
      ['quote.created'],
      [
        { kind: 'silence' },
        { kind: 'answer', status: 200, delayMs: 9000 },
        { kind: 'answer', status: 200, delayMs: 7000 },
      ],
    )
    const answered = () => endpoint.arrivals()[2]?.ended !== undefined
    expect(await webhooks.until(answered, 60_000, 250)).toBe(true)
    expect(attempts).toEqual([1000, 10_000, 19_000].map((at) => expect.closeTo(at, -3)))
    const [first, second, third] = endpoint.arrivals()
    expect((first?.ended ?? 0) - (first?.latest ?? 0)).toBe(8000)
    expect((second?.ended ?? 0) - (second?.latest ?? 0)).toBe(8000)
    expect((third?.ended ?? 0) - (third?.latest ?? 0)).toBe(7000)
    expect(await webhooks.watch(20_000, 1000, () => endpoint.arrivals().length > 3)).toBe(false)
  })

  test('a plain sleep shows what came in it, and time stands still without one', async () => {
    const { webhooks, clock } = await leased()
    const endpoint = await webhooks.open(['quote.created'], [{ kind: 'answer', status: 200, delayMs: 500 }])
    await clock.sleep(1200)
    expect(endpoint.arrivals()).toMatchObject([{ earliest: 0, latest: 1200 }])
    await pause(30)
    expect(clock.now()).toBe(1200)
    expect(endpoint.arrivals()[0]).not.toHaveProperty('ended')
  })

  test('a release deletes the endpoint, and the arrivals stay, without secrets', async () => {
    const { webhooks, target, lease, deleted, clock } = await leased()
    await webhooks.open(['quote.created'])
    await clock.sleep(1000)
    await lease.release()
    expect(deleted).toEqual(['/control/endpoints/e-1'])
    expect(lease.arrivals()).toHaveLength(1)
    expect(JSON.stringify(shownOf(target, lease))).not.toContain(SECRET)
  })
})

test('nothing listens, and nothing is asked, before an endpoint is opened', async () => {
  const { origin, operator } = await platform()
  const target = await opened(origin, { operator: { register_endpoint: operator.register_endpoint } })
  const { ports, exchanges } = await target.lease({ id: 'a', exclusive: false })
  expect([target.lacks({ offers: 'webhooks' }), exchanges(), ports.webhooks.heldUpMs()]).toEqual([
    undefined,
    [],
    0,
  ])
  expect((await opened(origin)).lacks({ offers: 'webhooks' })?.key).toBe('operator.register_endpoint')
})

test('what a platform works for beside its moved clock is waited for in real time, a window is not', async () => {
  const one = await platform()
  const target = await opened(one.origin, { operator: one.operator }, { realPatienceMs: 2000 })
  const { webhooks, clock } = (await target.lease({ id: 'a', exclusive: true })).ports
  let done = false
  setTimeout(() => {
    done = true
  }, 400)
  expect(await webhooks.watch(1000, 500, () => done)).toBe(false)
  expect(await webhooks.until(() => done, 1000, 500)).toBe(true)
  expect(clock.now()).toBeGreaterThan(2000)
  const began = performance.now()
  expect(await webhooks.until(() => false, 300)).toBe(false)
  expect(performance.now() - began).toBeGreaterThan(290)
})

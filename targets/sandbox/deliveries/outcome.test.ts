import { describe, expect, test } from 'vitest'
import { setUpDeliveries, waitBriefly } from './testing.ts'

const minutes = 60_000

describe('the deadline', () => {
  test.each([
    [7000, 1],
    [7999, 1],
    [9000, 2],
  ])('answered after %i ms the event comes %i times', async (milliseconds, times) => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (number) => (number === 1 ? undefined : 200)
    await setup.register()
    await setup.emit()
    await setup.pass(milliseconds)
    setup.receiver.received[0]?.response.writeHead(200).end()
    await waitBriefly()
    await setup.pass(minutes)
    expect(setup.receiver.received).toHaveLength(times)
  })

  test.each([
    ['is not put off by bytes of a status line', 'attempt', 2],
    ['starts anew with each byte where the rules say so', 'read', 1],
  ] as const)('%s', async (_title, deadlineOf, times) => {
    await using scene = await setUpDeliveries({ deadlineOf })
    scene.receiver.react = (number) => (number === 1 ? undefined : 200)
    await scene.register()
    await scene.emit()
    for (const part of ['HTTP', '/1.1', ' 200 OK\r\ncontent-length: 0\r\n\r\n']) {
      await scene.pass(5000)
      scene.receiver.received[0]?.response.socket?.write(part)
      await waitBriefly()
    }
    await scene.pass(minutes)
    expect(scene.receiver.received).toHaveLength(times)
  })

  test('is met by a status line whose body goes on after it', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (_number, { response }) => void response.writeHead(200).write('slowly')
    await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    setup.receiver.received[0]?.response.end('done')
    expect(setup.receiver.received).toHaveLength(1)
  })
})

describe('an answer', () => {
  test.each([200, 201, 202, 204, 226, 299])('%i is a success', async (status) => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = () => status
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    expect(await setup.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: [{ status }] }])
  })

  test.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('%i is a failure', async (status) => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (number) => (number === 1 ? status : 200)
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    expect(await setup.deliveries(id)).toMatchObject([
      { status: 'delivered', attempts: [{ status }, { status: 200 }] },
    ])
  })

  test.each([301, 302, 303, 307, 308])('%i leads nowhere else', async (status) => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (number, { response }) =>
      number > 1 ? 200 : void response.writeHead(status, { location: '/trap' }).end()
    await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    expect(setup.receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/hooks'])
    expect(setup.gaps()).toEqual([1000])
  })

  test('is followed elsewhere where the rules say so, within the same attempt', async () => {
    await using setup = await setUpDeliveries({
      follows: (status, location) => (status === 307 ? location : undefined),
    })
    setup.receiver.react = (number, { response }) =>
      number > 1 ? 200 : void response.writeHead(307, { location: '/trap' }).end()
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    expect(setup.receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/trap'])
    expect(await setup.deliveries(id)).toMatchObject([{ attempts: [{ status: 200 }] }])
  })
})

describe('no answer', () => {
  test('is a failure when the connection is reset', async () => {
    await using setup = await setUpDeliveries()
    setup.receiver.react = (number, { response }) =>
      number > 1 ? 200 : void response.socket?.resetAndDestroy()
    const { id } = await setup.register()
    await setup.emit()
    await setup.pass(minutes)
    expect(setup.gaps()).toEqual([1000])
    expect(await setup.deliveries(id)).toMatchObject([
      { attempts: [{ failure: 'ECONNRESET' }, { status: 200 }] },
    ])
  })

  test('is a failure when nobody listens', async () => {
    await using setup = await setUpDeliveries()
    const { id } = await setup.register()
    setup.receiver.close()
    await setup.emit()
    await setup.pass(10 * minutes)
    const [delivery] = await setup.deliveries(id)
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: Array(10).fill({ failure: 'ECONNREFUSED' }),
    })
  })
})

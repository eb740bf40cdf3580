import { expect, test } from 'vitest'
import { EndpointRoom } from './endpoint-room.ts'

const [ONE, OTHER] = [{}, {}]

/** A pause after which something is done, once. */
const then = (change: () => void) => {
  let isDone = false
  return async () => {
    if (isDone) throw new Error('it waits for ever')
    isDone = true
    change()
  }
}

test('a lease waits until another one has freed an endpoint', async () => {
  const room = new EndpointRoom()
  room.take(OTHER)
  expect(
    await room.freed(
      ONE,
      'full',
      then(() => room.free(OTHER)),
    ),
  ).toBe(true)
})

test('nobody waits where nobody else holds any, and the reason is remembered unless the lease holds some itself', async () => {
  const room = new EndpointRoom()
  const never = () => Promise.reject(new Error('it waits'))
  room.take(ONE)
  expect(await room.freed(ONE, 'full', never)).toBe(false)
  room.free(ONE)
  expect(await room.freed(ONE, 'not such an address', never)).toBe(false)
  room.take(OTHER)
  expect(await room.freed(ONE, 'not such an address', never)).toBe(false)
  await expect(room.freed(ONE, 'full', never)).rejects.toThrow('it waits')
})

test('of two leases that wait for each other one goes on', async () => {
  const room = new EndpointRoom()
  for (const lease of [ONE, OTHER]) room.take(lease)
  const second = Promise.withResolvers<boolean>()
  const first = room.freed(
    ONE,
    'full',
    then(() => {
      void room
        .freed(OTHER, 'full', () => Promise.reject(new Error('it waits')))
        .then((isFreed) => {
          room.free(OTHER)
          second.resolve(isFreed)
        })
    }),
  )
  expect(await second.promise).toBe(false)
  expect(await first).toBe(true)
})

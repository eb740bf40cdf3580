import { expect, test } from 'vitest'
import { CannotTell } from '../../../conformance/verdict.ts'
import { journeyClients } from './clients.ts'

/** Clients of a fake office, with the ids of those that were made and deactivated. */
function fake() {
  const [made, deactivated]: [string[], unknown[]] = [[], []]
  const operator = {
    async perform(_: string, { client_id }: { readonly client_id: string }) {
      deactivated.push(client_id)
    },
  }
  const office = {
    async createClient() {
      const client = { id: `client ${made.length + 1}`, secret: 's', name: 'n', description: 'd' }
      made.push(client.id)
      return { client }
    },
    leavings: { ended: () => undefined },
  }
  const clients = journeyClients({ operator } as never, office as never, 'p-1')
  return { clients, made, deactivated }
}

const asking = (answer: () => { readonly token?: { readonly held: number } }) =>
  ({ http: { holdToken: async () => answer() } }) as never
const granted = asking(() => ({ token: { held: 1 } }))

test('who submits at the same time shares a client, which is deactivated when all have submitted', async () => {
  const { clients, made, deactivated } = fake()
  const [one, other] = await Promise.all([clients.borrow(granted), clients.borrow(granted)])
  one?.release()
  expect([made, deactivated]).toEqual([['client 1'], []])
  other?.release()
  expect(await Promise.all([one?.inactive, other?.inactive])).toEqual([true, true])
  expect(deactivated).toEqual(['client 1'])
})

test('who submits later gets another client, until there are too many to leave behind', async () => {
  const { clients, made } = fake()
  for (let times = 0; times < 10; times += 1) (await clients.borrow(granted))?.release()
  expect(made).toHaveLength(6)
  expect(await clients.borrow(granted)).toBeUndefined()
})

test('nobody waits for one that got no token', async () => {
  const { clients } = fake()
  const [one, refused, lost] = await Promise.all([
    clients.borrow(granted),
    clients.borrow(asking(() => ({}))),
    clients
      .borrow(
        asking(() => {
          throw new CannotTell('the target is gone')
        }),
      )
      .catch(() => 'gone'),
  ])
  expect([refused, lost]).toEqual([undefined, 'gone'])
  one?.release()
  expect(await one?.inactive).toBe(true)
})

test('the second client is always the same', async () => {
  const { clients, made } = fake()
  const [one, other] = await Promise.all([clients.second(), clients.second()])
  expect(one).toBe(other)
  expect(made).toHaveLength(1)
})

import { expect, onTestFinished, test } from 'vitest'
import { embeddedTarget } from './embedded.ts'

async function counted() {
  const running = new Set<number>()
  let started = 0
  const target = await embeddedTarget(
    async () => {
      started += 1
      const number = started
      running.add(number)
      const profile = {
        name: `sandbox ${number}`,
        base_url: `http://127.0.0.1:${number}/api`,
        auth_url: `http://127.0.0.1:${number}/token`,
        credentials: { client_id: 'a', client_secret: 'b', integration_key: 'c' },
      }
      return { profile: () => profile, close: async () => void running.delete(number) }
    },
    { seed: 1, apiVersion: 'v1.14.2' },
  )
  onTestFinished(() => target.close())
  return { target, running }
}

test('an embedded target shares one platform among ordinary scenarios and gives each lonely one its own', async () => {
  const { target, running } = await counted()
  expect(target.isolates).toBe(true)
  const [a, b] = await Promise.all(['a', 'b'].map((id) => target.lease({ id, exclusive: false })))
  const exclusive = await target.lease({ id: 'c', exclusive: true })
  expect([a, b, exclusive].map((lease) => lease?.ports.facts.name)).toEqual([
    'sandbox 1',
    'sandbox 1',
    'sandbox 2',
  ])
  expect([...running]).toEqual([1, 2])
  await exclusive.release()
  await a?.release()
  expect([...running]).toEqual([1])
  await target.close()
  expect([...running]).toEqual([])
})

test('numbers are unique over all platforms of an embedded target', async () => {
  const { target } = await counted()
  const leases = await Promise.all(
    [false, true, true].map((exclusive) => target.lease({ id: 'same', exclusive })),
  )
  const numbers = leases.map(({ ports }) => ports.unique())
  expect(new Set(numbers).size).toBe(3)
})

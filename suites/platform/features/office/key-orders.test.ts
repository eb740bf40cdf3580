import { describe, expect, test } from 'vitest'
import type { Office } from '../../vocabulary/operator/office.ts'
import { done, lacking, refusedStep, snapshotOf } from '../../vocabulary/operator/testing.ts'
import { fillInOtherOrders } from './key-orders.ts'

const AGAIN = 'after the account was disabled and approved again'

/** Makes a back office that holds at most two keys, and changes them by a function when an account is disabled. */
function officeThat(onDisabled: (keys: string[]) => void, isListed = true): Office {
  const keys: string[] = []
  let made = 0
  const next = () => {
    made += 1
    return `key-${made}`
  }
  const office: Partial<Office> = {
    account: async () => ({ id: 'p1', own: false }),
    async createKey() {
      if (keys.length === 2) return { step: refusedStep('create_key') }
      keys.push(next())
      return { step: done('create_key') }
    },
    async rotateKey(_, slot) {
      keys[slot === 'primary' ? 0 : 1] = next()
      return { step: done('rotate_key') }
    },
    snapshot: async () => (isListed ? snapshotOf('list_keys', [...keys]) : { step: lacking('list_keys') }),
    async act(action) {
      if (action === 'disable_partner') onDisabled(keys)
      return { step: done(action), returned: {} }
    },
  }
  return office as Office
}

const moments = async (office: Office) => (await fillInOtherOrders(office)).map(({ when }) => when)

describe('a key too many for an account that was disabled and approved again', () => {
  test('is asked for where the account keeps its keys', async () => {
    expect(await moments(officeThat(() => undefined))).toContain(AGAIN)
  })

  test('is not asked for where they ended with it', async () => {
    expect(await moments(officeThat((keys) => keys.splice(0)))).not.toContain(AGAIN)
  })

  test('is not asked for where nobody can see whether they did', async () => {
    const seen = await moments(officeThat(() => undefined, false))
    expect(seen.length).toBeGreaterThan(3)
    expect(seen).not.toContain(AGAIN)
  })
})

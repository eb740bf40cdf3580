import { expect, test } from 'vitest'
import type { UndoEvent } from '../../../conformance/ports/undo.ts'
import { Ledger } from './ledger.ts'
import { undoAll } from './undoing.ts'

test('what a run made is to be undone until it is, the latest first', () => {
  const reported: UndoEvent[] = []
  const ledger = new Ledger((event) => reported.push(event))
  ledger.done('hold_rating', {})
  ledger.done('register_endpoint', { url: 'http://a', endpoint_id: 7 })
  ledger.done('deactivate_client', { client_id: 'own' })
  const endpoint = { action: 'delete_endpoint', given: { endpoint_id: '7' } }
  expect(ledger.left()).toEqual([
    { action: 'activate_client', given: { client_id: 'own' } },
    endpoint,
    { action: 'release_rating', given: {} },
  ])
  ledger.done('delete_endpoint', { endpoint_id: '8' })
  ledger.done('delete_endpoint', { endpoint_id: '7' })
  ledger.done('activate_client', { client_id: 'own' })
  ledger.done('release_rating', {})
  expect(ledger.left()).toEqual([])
  expect(reported[1]).toEqual({ made: endpoint })
  expect(reported[3]).toEqual({ undone: endpoint })
})

test('a client that the run created is left inactive', () => {
  const ledger = new Ledger()
  ledger.done('create_client', { client_id: 'new' })
  expect(ledger.left()).toEqual([{ action: 'deactivate_client', given: { client_id: 'new' } }])
  ledger.done('deactivate_client', { client_id: 'new' })
  expect(ledger.left()).toEqual([])
  ledger.done('activate_client', { client_id: 'new' })
  expect(ledger.left()).toEqual([{ action: 'deactivate_client', given: { client_id: 'new' } }])
})

test('a registration that was denied is over', () => {
  const ledger = new Ledger()
  ledger.done('register_partner', { partner_id: 'p' })
  ledger.done('deny_partner', { partner_id: 'p' })
  expect(ledger.left()).toEqual([])
})

test('the end waits for what is under way, lets nothing more begin, and keeps what cannot be undone', async () => {
  const ledger = new Ledger()
  const answer = Promise.withResolvers<void>()
  const doing = ledger.during(async () => {
    await answer.promise
    ledger.done('register_endpoint', { endpoint_id: 'late' })
  })
  ledger.done('register_endpoint', { endpoint_id: 'stuck' })
  const tried: string[] = []
  const ended = undoAll(ledger, async (undo) => {
    const { endpoint_id = '' } = undo.given
    tried.push(endpoint_id)
    return endpoint_id === 'late' ? { undo } : { undo, why: 'status 409' }
  })
  await expect(ledger.during(async () => undefined)).rejects.toThrow('the run ended')
  answer.resolve()
  await Promise.all([doing, ended])
  expect(tried).toEqual(['late', 'stuck'])
  expect(ledger.left()).toEqual([{ action: 'delete_endpoint', given: { endpoint_id: 'stuck' } }])
})

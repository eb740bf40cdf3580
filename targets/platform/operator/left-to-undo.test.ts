import { expect, test } from 'vitest'
import type { UndoEvent } from '../../../conformance/ports/undo.ts'
import { LeftToUndo } from './left-to-undo.ts'
import { undoAll } from './undoing.ts'

test('what a run made is to be undone until it is, the latest first', () => {
  const reported: UndoEvent[] = []
  const leftToUndo = new LeftToUndo((event) => reported.push(event))
  leftToUndo.done('hold_rating', {})
  leftToUndo.done('register_endpoint', { url: 'http://a', endpoint_id: 7 })
  leftToUndo.done('deactivate_client', { client_id: 'own' })
  const endpoint = { action: 'delete_endpoint', given: { endpoint_id: '7' } }
  expect(leftToUndo.left()).toEqual([
    { action: 'activate_client', given: { client_id: 'own' } },
    endpoint,
    { action: 'release_rating', given: {} },
  ])
  leftToUndo.done('delete_endpoint', { endpoint_id: '8' })
  leftToUndo.done('delete_endpoint', { endpoint_id: '7' })
  leftToUndo.done('activate_client', { client_id: 'own' })
  leftToUndo.done('release_rating', {})
  expect(leftToUndo.left()).toEqual([])
  expect(reported[1]).toEqual({ made: endpoint })
  expect(reported[3]).toEqual({ undone: endpoint })
})

test('a client that the run created is left inactive', () => {
  const leftToUndo = new LeftToUndo()
  leftToUndo.done('create_client', { client_id: 'new' })
  expect(leftToUndo.left()).toEqual([{ action: 'deactivate_client', given: { client_id: 'new' } }])
  leftToUndo.done('deactivate_client', { client_id: 'new' })
  expect(leftToUndo.left()).toEqual([])
  leftToUndo.done('activate_client', { client_id: 'new' })
  expect(leftToUndo.left()).toEqual([{ action: 'deactivate_client', given: { client_id: 'new' } }])
})

test('a registration that was denied is over', () => {
  const leftToUndo = new LeftToUndo()
  leftToUndo.done('register_partner', { partner_id: 'p' })
  leftToUndo.done('deny_partner', { partner_id: 'p' })
  expect(leftToUndo.left()).toEqual([])
})

test('the end waits for what is under way, lets nothing more begin, and keeps what cannot be undone', async () => {
  const leftToUndo = new LeftToUndo()
  const answer = Promise.withResolvers<void>()
  const doing = leftToUndo.during(async () => {
    await answer.promise
    leftToUndo.done('register_endpoint', { endpoint_id: 'late' })
  })
  leftToUndo.done('register_endpoint', { endpoint_id: 'stuck' })
  const tried: string[] = []
  const ended = undoAll(leftToUndo, async (undo) => {
    const { endpoint_id = '' } = undo.given
    tried.push(endpoint_id)
    return endpoint_id === 'late' ? { undo } : { undo, why: 'status 409' }
  })
  await expect(leftToUndo.during(async () => undefined)).rejects.toThrow('the run ended')
  answer.resolve()
  await Promise.all([doing, ended])
  expect(tried).toEqual(['late', 'stuck'])
  expect(leftToUndo.left()).toEqual([{ action: 'delete_endpoint', given: { endpoint_id: 'stuck' } }])
})

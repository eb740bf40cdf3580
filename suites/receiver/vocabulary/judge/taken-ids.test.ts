import { expect, test } from 'vitest'
import { answered } from '../../testing/trace.ts'
import { TakenIds } from './taken-ids.ts'

test('an id that came with another body is left out, and one that was refused was never taken', () => {
  const taken = new TakenIds('Event-ID')
  const deliver = (id: string, body: string, status = 200) =>
    taken.note({ headers: [['event-id', id]], body }, answered(status))
  deliver('repeated', '{}')
  deliver('repeated', '{}')
  deliver('reused', '{}')
  deliver('reused', '{"type":"policy.created"}')
  deliver('reused', '{"type":"policy.created"}')
  deliver('refused', '{}', 401)
  expect(taken.all).toEqual(['repeated'])
})

test('an event is owed where its type is known and its scenario says nothing else', () => {
  const taken = new TakenIds('Event-ID')
  const take = (id: string, type: string, isOwed?: boolean) =>
    taken.note({ headers: [['event-id', id]], body: JSON.stringify({ type }) }, answered(), isOwed)
  take('known', 'quote.created')
  take('unknown', 'quote.sung')
  take('open', 'quote.created', false)
  expect(taken.owed(new Set(['quote.created']))).toEqual(['known'])
})

test('an event is forgotten that was shown once and is not any more', () => {
  const taken = new TakenIds('Event-ID')
  for (const id of ['a', 'b']) taken.note({ headers: [['event-id', id]], body: '{}' }, answered())
  taken.noteShown(['a', 'from elsewhere'])
  taken.noteShown(['b'])
  expect(taken.forgotten).toEqual(['a'])
  taken.noteShown(['a', 'b'])
  expect(taken.forgotten).toEqual([])
})

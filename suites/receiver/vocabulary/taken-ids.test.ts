import { expect, test } from 'vitest'
import { answered } from '../testing/trace.ts'
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

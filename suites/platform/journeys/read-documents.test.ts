import { expect, test } from 'vitest'
import type { Exchange } from '../../../conformance/exchange.ts'
import type { Occasion } from './occasion.ts'
import { stateAfter } from './read-documents.ts'

const read = (id: string) => ({ id }) as Exchange
const answered = (status: number) => ({ answer: { status } }) as Exchange
const occasion = {
  driven: {
    quote: { id: 'q' },
    party: {
      context: {
        api: { status: async () => read('at once') },
        quotes: { caughtUp: async () => ({ last: read('once reads have caught up') }) },
      },
    },
  },
} as unknown as Occasion

test.each([
  ['that came', [answered(404), answered(200)], 'at once'],
  ['that was asked for once', [answered(404)], 'at once'],
  ['that was waited for in vain', [answered(404), answered(404)], 'once reads have caught up'],
])('after a document %s', async (_, sent, expected) => {
  expect((await stateAfter(occasion, [answered(200)], sent)).id).toBe(expected)
})

import { expect, test } from 'vitest'
import type { Exchange } from '../../../../conformance/exchange.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { answered } from '../../testing/trace.ts'
import type { ReceiverContext } from '../context.ts'
import type { Draft } from '../drafts/draft.ts'
import { deliverEach } from './send.ts'

const spec = await loadSpec()

/** A context whose first delivery is not answered in time, so that it is driven again; and the ids of all deliveries. */
function slowAtFirst() {
  const ids: string[] = []
  const context = {
    spec,
    lanes: async () => ({
      async drive<I, T>(
        items: readonly I[],
        drive: (item: I) => Promise<T>,
        wentWell: (result: T) => boolean,
      ) {
        const results: T[] = []
        for (const item of items) {
          const result = await drive(item)
          results.push(wentWell(result) ? result : await drive(item))
        }
        return results
      },
    }),
    time: async () => ({ leaveOut: () => undefined }),
    outages: async () => ({ name: () => undefined }),
    draft: () => ({ id: `another-${ids.length}` }),
    signed: (draft: Draft) => draft,
    async send({ id }: Draft): Promise<Exchange> {
      ids.push(id)
      return answered(ids.length === 1 ? 500 : 200)
    },
  } as unknown as ReceiverContext
  return { context, ids }
}

const drafts = (more: { readonly keepsId?: boolean } = {}) => [
  { kind: 'policy.created', name: 'one', draft: { id: 'first', timestamp: '', body: '{}' }, ...more },
]

test('what is sent again alone is another event, since a late receiver may answer a repeat at once', async () => {
  const { context, ids } = slowAtFirst()
  const [one] = await deliverEach(context, 'events', drafts())
  expect(ids).toEqual(['first', 'another-1'])
  expect(one?.id).toBe('another-1')
})

test('where its id is what matters, it is the same one', async () => {
  const { context, ids } = slowAtFirst()
  await deliverEach(context, 'events', drafts({ keepsId: true }))
  expect(ids).toEqual(['first', 'first'])
})

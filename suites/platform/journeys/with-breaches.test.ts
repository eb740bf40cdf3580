import { expect, test } from 'vitest'
import { story } from '../ledger/testing.ts'
import type { PlatformContext } from '../vocabulary/context.ts'
import { withBreaches } from './with-breaches.ts'

test.each<readonly [string, readonly string[], readonly string[] | undefined]>([
  ['whose quote stays bound', ['bind', 'wait', 'shows bound'], ['transition-bound-to-issued']],
  ['that breaks nothing', ['bind', 'shows bound', 'shows issued'], undefined],
])('without webhooks, requests of a journey are judged as well: one %s', async (_, steps, broken) => {
  const { spec, arrivals: _none, ...ledger } = story('submit', 'shows ready_to_bind', ...steps)
  const context = { spec, ledger: () => ledger } as unknown as PlatformContext
  const seen = { quotes: [], steps: [], exchanges: ledger.exchanges }
  const shared = { endpoints: undefined, insured: { name: 'Birch', taxId: '' } }
  expect((await withBreaches(context, seen, shared)).broken).toEqual(broken)
})

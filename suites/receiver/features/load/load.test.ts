import type { Exchange } from '../../../../conformance/exchange.ts'
import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import { burst } from './burst.ts'
import type { Load } from './judge.ts'
import { sustained } from './sustained.ts'

const load = (...exchanges: readonly Exchange[]): Load => ({ exchanges, isEnough: true })

const spec = await loadSpec()
for (const [scenario, requirement] of [
  [burst, 'receiver-bears-a-burst'],
  [sustained, 'receiver-bears-sustained-load'],
] as const) {
  testClaims(scenario, {
    spec,
    trace: load(answered(), answered()),
    rows: [
      {
        requirement,
        with: 'a 503',
        change: () => load(answered(), answered(503)),
        expected: 'failed',
        finding: { observed: 'status 503; 1 of 2 went wrong' },
      },
      { requirement, with: 'a late answer', change: () => load(answered(200, 8700)), expected: 'failed' },
      { requirement, with: 'silence', change: () => load(unanswered('timeout')), expected: 'failed' },
      { requirement, with: 'nothing sent', change: () => load(), expected: 'cut-off' },
      {
        requirement,
        with: 'less than a load, by its own pace',
        change: () => ({ exchanges: [answered()], isEnough: false }),
        expected: 'cannot-tell',
      },
      {
        requirement,
        with: 'a 503 at less than a load',
        change: () => ({ exchanges: [answered(503)], isEnough: false }),
        expected: 'failed',
      },
    ],
  })
}

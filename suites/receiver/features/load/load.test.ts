import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import { burst } from './burst.ts'
import { sustained } from './sustained.ts'

const spec = await loadSpec()
for (const [scenario, requirement] of [
  [burst, 'receiver-bears-a-burst'],
  [sustained, 'receiver-bears-sustained-load'],
] as const) {
  testClaims(scenario, {
    spec,
    trace: [answered(), answered()],
    rows: [
      { requirement, with: 'as it is', expected: 'passed' },
      {
        requirement,
        with: 'a 503',
        change: () => [answered(), answered(503)],
        expected: 'failed',
        finding: { observed: 'status 503; 1 of 2 went wrong' },
      },
      { requirement, with: 'a late answer', change: () => [answered(200, 8700)], expected: 'failed' },
      { requirement, with: 'silence', change: () => [unanswered('timeout')], expected: 'failed' },
      { requirement, with: 'nothing sent', change: () => [], expected: 'cut-off' },
    ],
  })
}

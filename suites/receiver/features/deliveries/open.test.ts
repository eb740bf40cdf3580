import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { openDeliveries } from './open.ts'

const ROWS = {
  'unknown type': 'receiver-accepts-unknown-types',
  'extra fields': 'receiver-accepts-extra-fields',
  'small header names': 'receiver-accepts-any-header-case',
  'capital header names': 'receiver-accepts-any-header-case',
  charset: 'receiver-accepts-content-type-parameters',
  offset: 'receiver-accepts-timestamp-offsets',
  'offset of hours': 'receiver-accepts-timestamp-offsets',
  'offset behind': 'receiver-accepts-timestamp-offsets',
  'further headers': 'receiver-accepts-further-headers',
  'further headers twice': 'receiver-accepts-further-headers',
  'large body': 'receiver-accepts-a-large-body',
  '256 kB': 'receiver-accepts-a-large-body',
}
const trace = Object.fromEntries([...Object.keys(ROWS), 'megabyte'].map((name) => [name, answered()]))

testClaims(openDeliveries, {
  spec: await loadSpec(),
  trace,
  rows: [
    ...Object.entries(ROWS).flatMap(([name, requirement]) => [
      { requirement, with: 'as it is', expected: 'passed' as const },
      {
        requirement,
        with: `a refusal of ${name}`,
        change: (copy: typeof trace) => ({ ...copy, [name]: answered(400) }),
        expected: 'failed' as const,
        finding: { at: name },
      },
    ]),
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'a large body that is answered after nine seconds',
      change: (copy) => ({ ...copy, 'large body': answered(200, 9000) }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-observe-a-megabyte',
      with: 'a 413',
      change: (copy) => ({ ...copy, megabyte: answered(413) }),
      expected: 'observed',
    },
  ],
})

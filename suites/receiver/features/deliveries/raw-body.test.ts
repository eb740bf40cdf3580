import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { rawBody } from './raw-body.ts'

const ROWS = {
  'whitespace: indented by two': 'receiver-verifies-other-whitespace',
  'order: reversed': 'receiver-verifies-other-key-order',
  'escapes: slashes': 'receiver-verifies-escapes',
  'letters: of many scripts': 'receiver-verifies-non-ascii',
  'number: 1e2': 'receiver-verifies-number-spellings',
}
const KINDS = ['whitespace', 'order', 'escapes', 'letters', 'number', 'plain-number'] as const
const trace = [...Object.keys(ROWS), 'number: 100'].map((name, index) => ({
  ...{ name, id: name, exchange: answered() },
  kind: KINDS[index] ?? 'number',
}))
const refusing = (name: string) => (copy: typeof trace) =>
  copy.map((one) => (one.name === name ? { ...one, exchange: answered(401) } : one))

testClaims(rawBody, {
  spec: await loadSpec(),
  trace,
  rows: [
    ...Object.entries(ROWS).map(([name, requirement]) => ({
      requirement,
      with: `a refusal of ${name}`,
      change: refusing(name),
      expected: 'failed' as const,
      finding: { at: name },
    })),
    {
      requirement: 'receiver-verifies-number-spellings',
      with: 'a refusal of any number',
      change: refusing('number: 100'),
      expected: 'cannot-tell',
    },
  ],
})

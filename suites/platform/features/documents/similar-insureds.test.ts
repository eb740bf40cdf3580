import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answeredWith } from '../../vocabulary/operator/testing.ts'
import { similarInsureds } from './similar-insureds.ts'

const NAMES = ['quote-preview', 'quote-proposal', 'policy-preview'] as const
const named = (...names: ('own' | 'foreign')[]) => ({ exchange: answeredWith(200), named: names })

testClaims(similarInsureds, {
  spec: await loadSpec(),
  trace: Object.fromEntries(NAMES.map((name) => [name, named('own')])),
  rows: NAMES.flatMap((name) => {
    const requirement = `${name}-foreign-quote`
    return [
      {
        requirement,
        with: 'the insured of another partner',
        change: () => ({ [name]: named('foreign') }),
        expected: 'failed' as const,
      },
      {
        requirement,
        with: 'both insureds, which a list of a broker may show',
        change: () => ({ [name]: named('own', 'foreign') }),
        expected: 'passed' as const,
      },
      {
        requirement,
        with: 'a document that names nobody',
        change: () => ({ [name]: named() }),
        expected: 'cannot-tell' as const,
      },
    ]
  }),
})

import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, unanswered } from '../../testing/trace.ts'
import { framing } from './framing.ts'
import { idleConnection } from './idle-connection.ts'

const spec = await loadSpec()
const ROWS = {
  pieces: 'receiver-accepts-pieces',
  bytewise: 'receiver-accepts-pieces',
  'within-characters': 'receiver-verifies-cut-characters',
  chunked: 'receiver-accepts-chunks',
  continue: 'receiver-accepts-expect-continue',
}
const trace = {
  framed: Object.keys(ROWS).map((name) => ({ name, framing: name, exchange: answered() })),
  kept: [answered(), answered()],
}
const answering = (name: string, status: number) => (copy: typeof trace) => ({
  ...copy,
  framed: copy.framed.map((one) => (one.name === name ? { ...one, exchange: answered(status) } : one)),
})

testClaims(framing, {
  spec,
  trace,
  rows: [
    ...Object.entries(ROWS).map(([name, requirement]) => ({
      requirement,
      with: `a 401 to ${name}`,
      change: answering(name, 401),
      expected: 'failed' as const,
      finding: { at: name },
    })),
    {
      requirement: 'receiver-accepts-chunks',
      with: 'a 411',
      change: answering('chunked', 411),
      expected: 'failed',
    },
    {
      requirement: 'receiver-accepts-expect-continue',
      with: 'a 417',
      change: answering('continue', 417),
      expected: 'observed',
    },
    {
      requirement: 'receiver-accepts-a-kept-connection',
      with: 'the second one unanswered',
      change: (copy) => ({ ...copy, kept: [answered(), unanswered('reset')] }),
      expected: 'failed',
    },
  ],
})

const REQUIREMENT = 'receiver-serves-beside-an-idle-connection'
testClaims(idleConnection, {
  spec,
  trace: { isIdle: true, first: answered(), second: answered() },
  rows: [
    {
      requirement: REQUIREMENT,
      with: 'a connection that was closed',
      change: (copy) => ({ ...copy, isIdle: false }),
      expected: 'passed',
    },
    {
      requirement: REQUIREMENT,
      with: 'an answer after five seconds',
      change: (copy) => ({ ...copy, second: answered(200, 5000) }),
      expected: 'passed',
    },
    {
      requirement: REQUIREMENT,
      with: 'no answer to the second',
      change: (copy) => ({ ...copy, second: unanswered('timeout') }),
      expected: 'failed',
      finding: { at: 'beside an idle connection' },
    },
    {
      requirement: REQUIREMENT,
      with: 'a refusal of the first',
      change: (copy) => ({ ...copy, first: answered(400) }),
      expected: 'cut-off',
    },
  ],
})

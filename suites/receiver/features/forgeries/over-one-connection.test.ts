import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { overOneConnection } from './over-one-connection.ts'

const round = {
  ...{ type: 'policy.created', wrong: answered(401), unsigned: answered(401), stripped: answered(401) },
  ...{ right: [answered(), answered()], last: answered() },
}

testClaims(overOneConnection, {
  spec: await loadSpec(),
  trace: { rounds: [round] },
  rows: [
    {
      requirement: 'receiver-refuses-wrong-signature',
      with: 'a wrong one accepted',
      change: () => ({ rounds: [{ ...round, wrong: answered() }] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-missing-signature',
      with: 'one without a signature accepted',
      change: () => ({ rounds: [{ ...round, unsigned: answered() }] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-missing-signature',
      with: 'the one before accepted without its signature',
      change: () => ({ rounds: [{ ...round, stripped: answered() }] }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-refuses-missing-signature',
      with: 'a right one refused at the end',
      change: () => ({ rounds: [{ ...round, last: answered(401) }] }),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-accepts-a-kept-connection',
      with: 'a right one refused behind a forged one',
      change: () => ({ rounds: [{ ...round, right: [answered(400), answered()] }] }),
      expected: 'failed',
    },
  ],
})

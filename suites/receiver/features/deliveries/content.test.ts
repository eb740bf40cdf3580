import { loadSpec } from '../../../../spec/index.ts'
import { type ClaimRow, testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import type { Answered } from '../../vocabulary/driving/send.ts'
import type { Effects } from '../../vocabulary/effects/processed.ts'
import { content } from './content.ts'

const ROWS = {
  'list that is empty': 'receiver-accepts-an-empty-list',
  'status of a policy': 'receiver-accepts-any-status',
  'text of a product': 'receiver-accepts-texts-of-any-form',
  'time with an offset': 'receiver-accepts-body-timestamps-of-any-form',
  'kilobytes 17': 'receiver-accepts-a-body-over-16-kb',
}
const KINDS = ['list', 'status', 'text', 'time', 'size', 'blanks'] as const
const names = Object.keys(ROWS)
interface Trace {
  answered: Answered<(typeof KINDS)[number]>[]
  effects: Effects
}

const trace: Trace = {
  answered: names.map((name, index) => ({
    ...{ name, id: name, exchange: answered() },
    kind: KINDS[index] ?? 'list',
  })),
  effects: effectsOf(Object.fromEntries(names.map((name) => [name, 1]))),
}

testClaims(content, {
  spec: await loadSpec(),
  trace,
  rows: [
    ...Object.entries(ROWS).flatMap(([name, requirement], index): ClaimRow<Trace>[] => [
      {
        requirement,
        with: `an error at ${name}`,
        change: (copy: Trace): Trace => ({
          ...copy,
          answered: copy.answered.map((one, at) =>
            at === index ? { ...one, exchange: answered(500) } : one,
          ),
        }),
        expected: 'failed' as const,
        finding: { at: name },
      },
      {
        requirement,
        with: 'no time for any',
        change: (copy: Trace): Trace => ({ ...copy, answered: [] }),
        expected: 'cut-off' as const,
      },
    ]),
    {
      requirement: 'receiver-accepts-a-body-over-16-kb',
      with: 'a refusal, as of a small body with blanks',
      change: (copy) => {
        const [one] = copy.answered
        const refused = { exchange: answered(401) }
        return {
          ...copy,
          answered: one
            ? [
                { ...one, ...refused, kind: 'size' as const },
                { ...one, ...refused, kind: 'blanks' as const },
              ]
            : [],
        }
      },
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'one that was dropped',
      change: (copy) => ({ ...copy, effects: effectsOf({ 'list that is empty': 1 }) }),
      expected: 'failed',
    },
  ],
})

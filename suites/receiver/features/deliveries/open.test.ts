import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf } from '../../testing/trace.ts'
import { openDeliveries } from './open.ts'
import { RARE } from './rare-characters.ts'

const ROWS = {
  'unknown type': 'receiver-accepts-unknown-types',
  'extra fields': 'receiver-accepts-extra-fields',
  'small header names': 'receiver-accepts-any-header-case',
  'small header names again': 'receiver-accepts-any-header-case',
  'capital header names': 'receiver-accepts-any-header-case',
  'title-case header names': 'receiver-accepts-any-header-case',
  'headers in another order': 'receiver-accepts-any-header-order',
  charset: 'receiver-accepts-content-type-parameters',
  offset: 'receiver-accepts-timestamp-offsets',
  'offset of hours': 'receiver-accepts-timestamp-offsets',
  'offset behind': 'receiver-accepts-timestamp-offsets',
  ...Object.fromEntries(Object.keys(RARE).map((name) => [name, 'receiver-accepts-rare-characters'])),
  'further headers': 'receiver-accepts-further-headers',
  'further headers twice': 'receiver-accepts-further-headers',
  'large body': 'receiver-accepts-a-large-body',
  '256 kB': 'receiver-accepts-a-large-body',
}
const names = [...Object.keys(ROWS), 'megabyte']
const trace = {
  sent: names.map((name) => ({ name, id: name, exchange: answered() })),
  effects: effectsOf(Object.fromEntries(names.map((name) => [name, 1]))),
}
const answering = (name: string, status: number, headMs?: number) => (copy: typeof trace) => ({
  ...copy,
  sent: copy.sent.map((one) => (one.name === name ? { ...one, exchange: answered(status, headMs) } : one)),
})
const without = (name: string) => (copy: typeof trace) => ({
  ...copy,
  effects: effectsOf(Object.fromEntries(names.map((one) => [one, one === name ? 0 : 1]))),
})

testClaims(openDeliveries, {
  spec: await loadSpec(),
  trace,
  rows: [
    { requirement: 'receiver-observe-a-megabyte', with: 'as it is', expected: 'observed' },
    ...Object.entries(ROWS).map(([name, requirement]) => ({
      requirement,
      with: `a refusal of ${name}`,
      change: answering(name, 400),
      expected: 'failed' as const,
      finding: { at: name },
    })),
    {
      requirement: 'receiver-answers-within-8-seconds',
      with: 'a large body that is answered after nine seconds',
      change: answering('large body', 200, 9000),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'one that was taken and not processed',
      change: without('small header names again'),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'an unknown type that was taken and left aside',
      change: without('unknown type'),
      expected: 'passed',
    },
    {
      requirement: 'receiver-observe-a-megabyte',
      with: 'a 413',
      change: answering('megabyte', 413),
      expected: 'observed',
    },
  ],
})

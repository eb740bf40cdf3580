import { expect, test } from 'vitest'
import type { CheckResult } from '../conformance/events.ts'
import { failed } from '../conformance/verdict.ts'
import { counterexampleLines, counterexamplesOf } from './counterexample.ts'
import { check, events } from './fakes.ts'
import { type RunRecord, recorder } from './record.ts'

const breach = (requirement: string, expected = 'status 400') =>
  check(requirement, 'must', failed({ expected, observed: 'status 200' }))

/** A run with a generated scenario, which found a case, and a fixed scenario. */
function recordOf(generated: readonly CheckResult[], fixed: readonly CheckResult[]): RunRecord {
  const collected = recorder()
  const found = { scenario: 'generated', case: {}, steps: ['submit it'], exchanges: [] }
  for (const event of events({})) {
    if (event.type !== 'scenario-finished') {
      collected.add(event)
      continue
    }
    collected.add({ ...event, scenario: 'generated', checks: generated, counterexamples: [found] })
    collected.add({ ...event, scenario: 'fixed', checks: fixed })
  }
  return collected.record() as RunRecord
}

const onlyIn = (record: RunRecord) => counterexamplesOf(record).map(({ alone }) => alone)
const linesOf = (record: RunRecord) =>
  counterexampleLines(counterexamplesOf(record), {}, (_, text) => text, 'out').join('\n')

test('a case is shown for what no fixed scenario breaks', () => {
  const record = recordOf([breach('one')], [])
  expect(onlyIn(record)).toEqual([['one']])
  expect(linesOf(record)).toMatch(/the smallest case of generated that breaks one\n {2}1\. submit it/)
})

test.each([
  ['breaks the same requirement', breach('one', 'something else')],
  ['shows the same cause', breach('two')],
])('it is only counted where a fixed scenario %s', (_, seen) => {
  const record = recordOf([breach('one')], [seen])
  expect(onlyIn(record)).toEqual([[]])
  expect(linesOf(record).trim()).toBe('1 smallest case of what is shown above: out/counterexamples')
})

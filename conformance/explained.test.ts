import { expect, test } from 'vitest'
import type { PlannedRequirement } from './events.ts'
import { type Explanation, openExplanations, withExplanations } from './explained.ts'

const requirement = (id: string): PlannedRequirement => ({ id, clause: '4', level: 'must', title: id })
const scenarios = [
  { scenario: 'a', requirements: ['cause', 'other'] },
  { scenario: 'b', requirements: ['cause', 'consequence'] },
  { scenario: 'c', requirements: [] },
]
const explainedFor = (mostlyFollows: boolean, ...explanations: readonly Explanation[]) =>
  withExplanations([requirement('cause'), requirement('consequence')], scenarios, (id) =>
    id === 'consequence' ? { explanations, mostlyFollows } : { explanations: [], mostlyFollows: false },
  )

const explained = (...explanations: readonly Explanation[]) => explainedFor(true, ...explanations)

test('a failure that mostly names its own mistake waits for no scenario, and may still follow from another one', () => {
  expect(explainedFor(false, { requirements: ['cause'] })).toEqual([
    requirement('cause'),
    { ...requirement('consequence'), explainedBy: ['cause'] },
  ])
})

test('a failure may be explained by the scenarios with a claim about the cause', () => {
  expect(explained({ requirements: ['cause'] }).map(({ explainedIn }) => explainedIn)).toEqual([
    undefined,
    ['a', 'b'],
  ])
})

test('scenarios that are named take their place, and what a run does not drive is left out', () => {
  const [, consequence] = explained({ requirements: ['cause'], seenIn: ['c', 'not-planned'] })
  expect(consequence?.explainedIn).toEqual(['c'])
})

test('an explanation is open until its scenario has ended', () => {
  const open = openExplanations(explained({ requirements: ['cause'] }))
  expect([open.of('cause'), open.of('consequence')]).toEqual([[], ['a', 'b']])
  open.ended('a')
  expect(open.of('consequence')).toEqual(['b'])
  open.ended('b')
  expect(open.of('consequence')).toEqual([])
})

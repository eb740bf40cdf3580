import { expect, test } from 'vitest'
import type { PlannedRequirement } from './events.ts'
import { type Explanation, openExplanations, withExplanations } from './explained.ts'

const requirement = (id: string): PlannedRequirement => ({ id, clause: '4', level: 'must', title: id })
const scenarios = [
  { scenario: 'a', requirements: ['cause', 'other'] },
  { scenario: 'b', requirements: ['cause', 'consequence'] },
  { scenario: 'c', requirements: [] },
]
const explained = (...explanations: readonly Explanation[]) =>
  withExplanations([requirement('cause'), requirement('consequence')], scenarios, (id) =>
    id === 'consequence' ? explanations : [],
  )

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

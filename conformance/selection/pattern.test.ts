import { expect, test } from 'vitest'
import { chosenCases, selects, selectsRequirement, selectsScenario } from './pattern.ts'

const bind = { id: 'bind-answers-202', clause: '4.rule.4' }

test.each([
  ['bind-answers-202', true],
  ['bind-*', true],
  ['*-202', true],
  ['4', true],
  ['4.rule', true],
  ['4.*', true],
  ['4.rule.4', true],
  ['bind', false],
  ['4.rule.40', false],
  ['4.r', false],
  ['.*', false],
  ['14', false],
])('the pattern %j selects a requirement in 4.rule.4: %j', (pattern, selected) => {
  expect(selectsRequirement(pattern, bind)).toBe(selected)
})

test('a number selects no clause that merely begins with its digits', () => {
  expect(selects('1', '10.retry', '.')).toBe(false)
})

test('a folder selects the scenarios in it', () => {
  expect(selects('bind', 'bind/ready-quote', '/')).toBe(true)
  expect(selects('bind', 'binder/ready-quote', '/')).toBe(false)
})

const named = { id: 'webhooks/schedule', cases: ['retries', 'breaker'] }
const numbered = { id: 'journeys/combined', cases: 'numbered' } as const

test.each([
  ['webhooks/schedule', named, true],
  ['webhooks', named, true],
  ['webhooks/schedule#breaker', named, true],
  ['webhooks/*#re*', named, true],
  ['webhooks/schedule#17', named, false],
  ['bind/ready#breaker', named, false],
  ['journeys/combined#17', numbered, true],
  ['journeys/combined#1*', numbered, true],
  ['journeys/combined#1#2', numbered, false],
  ['journeys/combined#0', numbered, false],
  ['journeys/combined#last', numbered, false],
  ['bind/ready#1', { id: 'bind/ready' }, false],
] as const)('the pattern %j selects something of %j: %j', (pattern, scenario, selected) => {
  expect(selectsScenario(pattern, scenario)).toBe(selected)
})

test.each([
  [
    ['journeys/combined#17', 'journeys/combined#1'],
    ['1', '17'],
  ],
  [['journeys/combined#17', 'journeys'], undefined],
  [['bind'], undefined],
])('the patterns %j choose the cases %j', (patterns, cases) => {
  const isChosen = chosenCases(patterns, numbered)
  expect(isChosen && ['1', '2', '7', '17'].filter(isChosen)).toEqual(cases)
})

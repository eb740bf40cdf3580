import { expect, test } from 'vitest'
import { selects, selectsRequirement } from './pattern.ts'

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

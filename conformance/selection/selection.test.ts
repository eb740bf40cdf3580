import { expect, test } from 'vitest'
import { checkSelection } from './selection.ts'

const known = {
  requirements: [{ id: 'bind-answers-202', clause: '4.rule.4' }],
  scenarios: [{ id: 'bind/ready' }, { id: 'webhooks/schedule', cases: ['breaker'] }],
}

test('patterns that each select something are accepted', () => {
  expect(() => checkSelection({ only: ['4', 'bind-*'], scenarios: ['bind'] }, known)).not.toThrow()
})

test('one pattern among several that selects nothing is refused by name', () => {
  expect(() => checkSelection({ only: ['4', 'bnd-*'], scenarios: [] }, known)).toThrow(
    /--only "bnd-\*" selects nothing/,
  )
  expect(() => checkSelection({ only: [], scenarios: ['x'] }, known)).toThrow(/--scenario "x"/)
})

test.each([
  [{ only: ['bind-anwers-202'], scenarios: [] }, 'did you mean bind-answers-202?'],
  [{ only: ['4.rules.4'], scenarios: [] }, 'did you mean 4.rule.4?'],
  [{ only: [], scenarios: ['bind/redy'] }, 'did you mean bind/ready?'],
  [{ only: [], scenarios: ['webhooks/schedule#braker'] }, 'did you mean webhooks/schedule#breaker?'],
  [{ only: ['webhooks'], scenarios: [] }, 'the command `requirements` lists them all'],
])('%j asks what was meant', (selection, hint) => {
  expect(() => checkSelection(selection, known)).toThrow(expect.objectContaining({ hint }))
})

test('what another command judges is said', () => {
  const elsewhere = [{ id: 'client-waits-on-409', clause: '5.rule.3', command: 'certify client' }]
  for (const only of ['client-waits-on-409', '5.rule.3'])
    expect(() => checkSelection({ only: [only], scenarios: [] }, { ...known, elsewhere })).toThrow(
      expect.objectContaining({ hint: '`certify client` judges it' }),
    )
})

import { expect, test } from 'vitest'
import { rightWays, rightWayWords } from './right-ways.ts'

const CHOICES = { secrets: ['own', 'previous'], brokerages: ['usual', 'another'] } as const

const generated = rightWays(['quote.created', 'policy.created'], CHOICES, 7, 32)

test('every part of a way is generated, also beside the previous secret', () => {
  const shown = new Set(generated.flatMap(rightWayWords))
  for (const word of [
    'id long',
    'id marks',
    'letters others',
    'brokerage another',
    'first secret previous',
    'again framing chunked',
  ])
    expect(shown).toContain(word)
  const previous = generated.filter(({ first }) => first.secret === 'previous')
  expect(new Set(previous.map(({ first }) => first.names))).toEqual(
    new Set(['as-stated', 'small', 'capital', 'title-case']),
  )
})

test('ways are plain JSON and follow from the seed', () => {
  expect(JSON.parse(JSON.stringify(generated))).toEqual(generated)
  expect(rightWays(['quote.created', 'policy.created'], CHOICES, 7, 32)).toEqual(generated)
})

test('nothing is signed by a secret that there is not', () => {
  const own = rightWays(['quote.created'], { ...CHOICES, secrets: ['own'] }, 7, 20)
  expect(own.flatMap(({ first, again }) => [first.secret, again.secret])).not.toContain('previous')
})

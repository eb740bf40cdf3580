import { expect, test } from 'vitest'
import { answeredWith, done, refusedStep } from '../../vocabulary/operator/testing.ts'
import { refusesStrange, tokenEnds } from './strange-keys.ts'

const arrived = (status: number) => [{ key: 'second', exchange: answeredWith(status), everywhere: {} }]
const strange = (wrong: number, foreign: number) => [
  { when: 'with the third key at work', wrong: answeredWith(wrong), foreign: answeredWith(foreign) },
]
const judged = (which: 'wrong' | 'foreign', wrong: number, foreign: number, own = 200) =>
  refusesStrange(
    { arrived: arrived(own), strange: strange(wrong, foreign), second: done('create_key') },
    which,
  )

test('a key that is none of the account is refused while one of its own works', () => {
  expect(judged('wrong', 401, 200).kind).toBe('passed')
  expect(judged('foreign', 200, 403).kind).toBe('passed')
  expect(judged('wrong', 200, 401)).toMatchObject({ findings: [{ under: 'with the third key at work' }] })
  expect(judged('foreign', 401, 200).kind).toBe('failed')
})

test('refusals decide nothing where no key works, or none was tried', () => {
  expect(judged('wrong', 401, 401, 401)).toMatchObject({ cutOff: true })
  const trace = { arrived: arrived(200), strange: [], second: done('create_key') }
  expect(refusesStrange(trace, 'wrong')).toMatchObject({ cutOff: true })
})

test('an account that may have no second key decides nothing, and its run is complete', () => {
  const trace = { arrived: [], strange: [], second: refusedStep('create_key') }
  expect(refusesStrange(trace, 'wrong')).toMatchObject({ kind: 'cannot-tell', key: 'operator.create_key' })
})

test('a token that is a day old is refused where a new one is served', () => {
  const ended = (old: number, renewed: number) =>
    tokenEnds({ stale: { old: answeredWith(old), renewed: answeredWith(renewed) } })
  expect(ended(401, 200).kind).toBe('passed')
  expect(ended(200, 200).kind).toBe('failed')
  expect(ended(401, 401)).toMatchObject({ cutOff: true })
  expect(tokenEnds({})).toMatchObject({ key: 'operator.advance_clock' })
})

import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { type Causes, stepsFrom, UNCAUSED, type World } from './worlds.ts'

const PENDING: World = { state: 'pending', rated: 0, reRated: 0 }
const { versions, lifecycle } = await loadSpec()

const statesFrom = (world: Partial<World>, causes: Partial<Causes>, by = lifecycle) =>
  stepsFrom({ ...PENDING, ...world }, { ...UNCAUSED, ...causes }, by).map(({ state }) => state)

test.each(versions.map(({ id }) => id))(
  'in %s a rating leads on, whatever its states are called there',
  async (id) => {
    const { lifecycle: former } = await loadSpec({ version: id })
    expect(statesFrom({}, {}, former)).toContain('ready_to_bind')
    expect(statesFrom({ state: 'ready_to_bind' }, { bind: true }, former)).toEqual(['bound'])
  },
)

test.each<readonly [string, Partial<World>, Partial<Causes>, readonly string[]]>([
  ['a rating that is held', {}, { ratingHeld: true }, []],
  ['a review that nobody has decided', { state: 'underwriter_review' }, {}, []],
  [
    'a review that somebody may have decided',
    { state: 'underwriter_review' },
    { decided: true },
    ['ready_to_bind', 'declined'],
  ],
  ['a quote that nobody binds', { state: 'ready_to_bind' }, {}, []],
  ['an issue that is held', { state: 'bound' }, { issueHeld: true }, []],
  [
    'an update, whose re-rating may show or not',
    { state: 'ready_to_bind' },
    { updates: 1 },
    ['pending', 'ready_to_bind'],
  ],
  ['an update whose re-rating is over', { state: 'ready_to_bind', reRated: 1 }, { updates: 1 }, []],
  ['the end', { state: 'issued' }, { bind: true }, []],
])('%s', (_, world, causes, expected) => {
  expect(statesFrom(world, causes)).toEqual(expected)
})

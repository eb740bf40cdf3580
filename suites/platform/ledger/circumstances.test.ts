import { expect, test } from 'vitest'
import { circumstancesIn } from './circumstances.ts'
import { RATED, story } from './testing.ts'

const inWords = (...steps: readonly string[]) => [...circumstancesIn(story(...steps)).values()].flat()

test.each<readonly [readonly string[], readonly string[]]>([
  [[...RATED, 'bind', 'shows issued'], []],
  [
    [...RATED, 'update', 'bind', 'bind 409', 'bind'],
    ['after an update', 'bound again'],
  ],
  [['register', 'submit', 'approve', 'shows ready_to_bind'], ['approved by a review']],
  [
    [...RATED, 'bind', 'shows issued', 'update 409', 'bind 401'],
    ['after an update that was refused in issued'],
  ],
  [['register', 'submit', 'decline'], ['declined by a review']],
  [['register', 'hold rating', 'submit', 'release rating'], ['submitted while rating was held']],
  [['register', 'hold rating', 'release rating', 'submit'], []],
  [[...RATED, 'hold issue', 'bind', 'release issue'], ['bound while issue was held']],
])('the circumstances of %j', (steps, words) => {
  expect(inWords(...steps)).toEqual(words)
})

test.each([
  [{ claims: { claims_count: 0 } }, []],
  [{ claims: { claims_count: 1 } }, ['with a claim']],
  [{ year_founded: 2025, effective_date: '2026-05-01' }, ['of a young company']],
  [{ year_founded: 2024, effective_date: '2026-05-01' }, []],
  [{ year_founded: '2025', effective_date: '2026-05-01' }, []],
  [{ year_founded: 2025 }, []],
  [{ insured_name: 'A'.repeat(250) }, ['with a long name']],
  [{ insured_name: 'Zoë', revenue: '5000' }, ['with letters beyond ASCII', 'with amounts as strings']],
])('the circumstances of a submission with %j', (changes, words) => {
  const { exchanges, ...facts } = story(...RATED)
  const changed = exchanges.map((one) =>
    one.operation === 'submit'
      ? { ...one, request: { ...one.request, body: JSON.stringify({ insured_name: 'Alder', ...changes }) } }
      : one,
  )
  expect([...circumstancesIn({ ...facts, exchanges: changed }).values()].flat()).toEqual(words)
})

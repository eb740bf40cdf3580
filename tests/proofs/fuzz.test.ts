import { expect, test } from 'vitest'
import { fuzzedClient } from '../hostile/fuzz/client.ts'
import { fuzzedPlatform } from '../hostile/fuzz/platform.ts'
import { fuzzedReceiver } from '../hostile/fuzz/receiver.ts'

/** `npm run fuzz` uses further seeds until it has spoiled 20,000 answers. */
const SEED = 20_261_122

test.each([
  ['platform', fuzzedPlatform],
  ['receiver', fuzzedReceiver],
  ['client', fuzzedClient],
])(
  'no answer of a %s raises an exception of the suite',
  async (_, fuzzed) => {
    const { answers, faults } = await fuzzed(SEED)
    expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100)
    expect(faults).toEqual([])
  },
  600_000,
)

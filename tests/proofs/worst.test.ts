import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import type { Behaviour, COMMANDS } from '../hostile/worst/behaviour.ts'
import { hostile } from '../hostile/worst/index.ts'
import { perform } from '../hostile/worst/perform.ts'

type Side = keyof typeof COMMANDS

/** One behaviour of each kind that once broke a run; `npm run hostile` performs all of them. */
const CHOSEN: Readonly<Record<Side, readonly string[]>> = {
  platform: [
    ...['a token that is half a pair of surrogates', 'an answer with 50,000 secrets'],
    ...['lists nested 100,000 deep', '10 MB of JSON that is cut off', 'chunks of one byte'],
    ...['quote ids of 1 MB', 'quote ids that are half a pair of surrogates', 'a state called __proto__'],
    ...['a PDF with 500 MB of zeros', 'a description with an anchor that contains itself'],
    ...['endpoint ids of 1 MB', 'a quote id that is a command, for a shell', 'a submission that is a device'],
    'a profile of 1,500,000 keys',
  ],
  receiver: ['answers whose bodies never end', 'effects nested 500,000 deep'],
  client: ['a result nested 400,000 deep', 'a result that is a link to zeros'],
}

const limit = pLimit(availableParallelism())
const all = (Object.keys(CHOSEN) as Side[]).flatMap((side) =>
  CHOSEN[side].map((name): [Side, string, Behaviour | undefined] => [side, name, hostile[side][name]]),
)

test.concurrent.each(all)(
  'a %s with %s ends its run in time and within bounds, and the run tells the truth',
  async (side, _, behaviour) => {
    if (behaviour === undefined) throw new RangeError('there is no such behaviour')
    const { problems } = await limit(() => perform(side, behaviour))
    expect(problems).toEqual([])
  },
  900_000,
)

test('there are more than a hundred of them', () => {
  expect(Object.values(hostile).flatMap((behaviours) => Object.keys(behaviours)).length).toBeGreaterThan(100)
})

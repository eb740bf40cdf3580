import { expect, test } from 'vitest'
import { openBench } from '../judge.ts'
import { casesIn, fewestParts, fewestThat } from './parts.ts'

/** Answers as a run of some parts would, and counts the runs. */
function runs(shows: (parts: readonly string[]) => boolean) {
  const tried: (readonly string[])[] = []
  const run = async (parts: readonly string[]) => {
    tried.push(parts)
    return shows(parts)
  }
  return { run, tried }
}

const letters = [...'abcdefghijklmnop']

test('one case of sixteen that shows a breach is found by halving', async () => {
  const { run, tried } = runs((parts) => parts.includes('n'))
  expect(await fewestThat(run, letters)).toEqual(['n'])
  expect(tried.length).toBeLessThanOrEqual(8)
})

test('cases that show it only together are found, wherever they stand', async () => {
  const { run } = runs((parts) => ['b', 'c', 'p'].every((one) => parts.includes(one)))
  expect(await fewestThat(run, letters)).toEqual(['b', 'c', 'p'])
})

test('a scenario stands for its cases, and one without cases for itself', async () => {
  const bench = await openBench()
  const parts = casesIn(bench, ['token/grant', 'webhooks/schedule', 'journeys/combined#7'])
  expect(parts).toContain('webhooks/schedule#breaker')
  expect(parts).not.toContain('webhooks/schedule')
  expect(parts.filter((one) => !one.startsWith('webhooks/'))).toEqual(['token/grant', 'journeys/combined#7'])
  expect(casesIn(bench, ['journeys/combined']).length).toBeGreaterThan(60)
})

test('of equal parts the cheapest is chosen', () => {
  const shown = { door: ['long-way', 'way', 'both'], lock: ['other', 'both'] }
  const costOf = (place: string) => place.length
  expect(fewestParts(shown, ['door', 'lock'], costOf)).toEqual(['both'])
  expect(fewestParts(shown, ['door'], costOf)).toEqual(['way'])
})

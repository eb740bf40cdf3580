import { expect, test } from 'vitest'
import { discoveryBlock, discoveryText, progressTo } from './text.ts'

const found = { outcomes: { declined: { claims: { claims_count: 99 } } }, seen: { declined: 2 }, requests: 8 }
const BLOCK = 'outcomes:\n  declined:\n    claims:\n      claims_count: 99\n'

test('the block is what is printed, too', () => {
  expect(discoveryBlock(found)).toBe(BLOCK)
  expect(discoveryText(found)).toContain(BLOCK)
})

test('progress is reported at each find, else from time to time', () => {
  const lines: string[] = []
  const progress = progressTo((line) => lines.push(line))
  for (const requests of [2, 20, 26, 40]) progress({ requests, most: 200, found: [] })
  progress({ requests: 42, most: 200, found: ['declined'] })
  progress({ requests: 44, most: 200, found: ['declined'] })
  expect(lines).toEqual([
    'discovery: 26 of 200 requests; found so far: nothing',
    'discovery: 42 of 200 requests; found so far: declined',
  ])
})

import { expect, test } from 'vitest'
import { isLong, testTargets } from '../hostile/ends-well.ts'
import { hostileTargets } from '../hostile/targets.ts'
import { nothings } from '../hostile/vacuous.ts'

await testTargets(isLong)

test('every target that is nothing is one of them', () => {
  const targets = hostileTargets('http://127.0.0.1:9')
  expect(nothings.filter((name) => !(name in targets))).toEqual([])
})

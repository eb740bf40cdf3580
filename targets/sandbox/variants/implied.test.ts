import { expect, test } from 'vitest'
import { variants } from './index.ts'

test('an implied variant and the one that implies it are judged alone', () => {
  const alone = variants.filter(({ exclusive }) => exclusive === true).map(({ id }) => id)
  const implied = variants.flatMap(({ id, impliedBy }) => (impliedBy === undefined ? [] : [[id, impliedBy]]))
  expect(implied.length).toBeGreaterThan(0)
  expect(implied.filter((pair) => !pair.every((id) => alone.includes(id)))).toEqual([])
})

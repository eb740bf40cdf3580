import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comparable } from '../comparable.ts'
import { keptFolder } from '../kept-folder.ts'
import { front, judged } from '../vitest-front.ts'

test('the vitest front judges as the command line does', async () => {
  const folder = keptFolder()
  const { stdout } = await front(folder)
  expect(stdout).toMatch(/Tests .*passed/)
  expect(comparable(folder)).toEqual(await judged())
  const results = readdirSync(join(folder, 'allure-vitest')).filter((name) => name.endsWith('-result.json'))
  expect(results.length).toBeGreaterThan(10)
})

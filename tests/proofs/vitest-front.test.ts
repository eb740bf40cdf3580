import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { comparable } from '../comparable.ts'
import { keptFolder } from '../kept-folder.ts'
import { front, judged } from '../vitest-front.ts'

test('shards of the vitest front are one run', async () => {
  const folder = keptFolder()
  await front(folder, '--shard=1/2')
  expect(readdirSync(folder)).not.toContain('report.json')
  await front(folder, '--shard=2/2')
  expect(comparable(folder)).toEqual(await judged())
})

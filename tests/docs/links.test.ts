import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, linksOf, pages, root } from './pages.ts'

test.each(pages)('every link of %s leads to a file and a heading that exist', (page) => {
  const dead = linksOf(page).filter(
    ({ file, anchor }) =>
      !existsSync(join(root, file)) ||
      (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)),
  )
  expect(dead).toEqual([])
})

test('every page of docs can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const page of reached)
    for (const { file } of linksOf(page)) if (pages.includes(file)) reached.add(file)
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
})

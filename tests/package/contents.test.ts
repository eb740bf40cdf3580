import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PACKAGE } from './program.ts'

/** A link to a file, without its fragment. Pictures are shown from the repository; the package is smaller without them. */
const LINK = /(?<!!\[[^\]]*)\]\((?!https?:|#)([^)#]+)/g

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: PACKAGE })

test('the pages of the package are its README and those of docs', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/reference/profile.md']))
})

test.each(pages)('%s links to nothing that the package lacks', (page) => {
  const links = [...readFileSync(join(PACKAGE, page), 'utf8').matchAll(LINK)].flatMap(
    ([, link]) => link ?? [],
  )
  expect(links.filter((link) => !existsSync(join(PACKAGE, dirname(page), link)))).toEqual([])
})

test('the package is smaller than 1.5 MB', () => {
  expect(statSync(inject('installed').tarball).size).toBeLessThan(1_500_000)
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGE } from './program.ts'

/** A link to a file or picture, without its fragment. */
const LINK = /\]\((?!https?:|#)([^)#]+)/g

const pages = globSync(['*.md', 'docs/*.md'], { cwd: PACKAGE })

test('the pages of the package are its README and those of docs', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/profile.md']))
})

test.each(pages)('%s links to nothing that the package lacks', (page) => {
  const links = [...readFileSync(join(PACKAGE, page), 'utf8').matchAll(LINK)].flatMap(
    ([, link]) => link ?? [],
  )
  expect(links.filter((link) => !existsSync(join(PACKAGE, dirname(page), link)))).toEqual([])
})

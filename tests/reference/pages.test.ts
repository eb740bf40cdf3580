import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'

test.each(Object.entries(pages))('%s is as `npm run reference` makes it', async (file, make) => {
  const written = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  // The formatter wraps JSON differently, so JSON is compared as values.
  const read = (text: string): unknown => (file.endsWith('.json') ? JSON.parse(text) : text)
  expect(read(written)).toEqual(read(await make()))
})

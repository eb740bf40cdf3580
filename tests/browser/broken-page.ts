import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { RunRecord } from '../../reporters/index.ts'
import { launch, open, type Watched } from './chromium.ts'

/** The pages of a report, by their names in the address. */
export const pages = [
  'overview',
  'requirements',
  'states',
  'documents',
  'deliveries',
  'observations',
  'not-exercised',
]

type Use = (page: Page, watched: Watched) => Promise<void>

/** The page of a run with breaches, for the tests of one file. */
export interface BrokenPage {
  readonly record: () => RunRecord
  /** Opens the page, runs `use` on it, and checks that nothing went wrong on the page meanwhile. */
  readonly using: (use: Use, hash?: string, options?: Parameters<typeof open>[2]) => Promise<void>
}

/** Starts a browser for the page before the tests of a file, and ends it after them. */
export function brokenPage(): BrokenPage {
  const { record, page } = inject('broken')
  const address = pathToFileURL(page).href
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  return {
    record: () => JSON.parse(readFileSync(record, 'utf8')) as RunRecord,
    async using(use, hash = '', options = {}) {
      const watched = await open(browser, address + hash, options)
      try {
        await use(watched.page, watched)
        expect({ problems: watched.problems, requests: watched.requests }).toEqual({
          problems: [],
          requests: [],
        })
      } finally {
        await watched.close()
      }
    },
  }
}

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { RunRecord } from '../../reporters/index.ts'
import { launch, open, type Watched } from './chromium.ts'
import { brokenRun } from './runs.ts'
import { writePage } from './written.ts'

/** The pages of a report, by their names in its address. */
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

/** The page of a broken run, for the tests of one file. */
export interface BrokenPage {
  readonly record: () => RunRecord
  /** Opens the page, lets it be used, and holds that nothing went wrong in it meanwhile. */
  readonly using: (use: Use, hash?: string, options?: Parameters<typeof open>[2]) => Promise<void>
}

/** Drives a broken run and starts a browser before the tests of a file, and ends it behind them. */
export function brokenPage(): BrokenPage {
  let browser: Browser
  let record: RunRecord
  beforeAll(async () => {
    ;[browser, record] = await Promise.all([launch(), brokenRun()])
  })
  afterAll(() => browser.close())
  return {
    record: () => record,
    async using(use, hash = '', options = {}) {
      const { address } = writePage(record)
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

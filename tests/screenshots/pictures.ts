import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { makeReport, type Report, type RunRecord, reportHtml, summaryText } from '../../reporters/index.ts'
import { launch, open } from '../browser/chromium.ts'
import { takeByHand } from './by-hand.ts'
import { takePortals } from './portals.ts'
import { terminalPage } from './terminal-page.ts'

const folder = resolve(import.meta.dirname, '../../docs/screenshots')

/** The requirement that is shown opened. */
const OPENED = 'record-policy-term-agg-limit'

type Picture = readonly [
  name: string,
  hash: string,
  scheme: 'light' | 'dark',
  ready?: (page: Page) => Promise<unknown>,
]

const pictures: readonly Picture[] = [
  ['overview', '', 'light'],
  ['trend', '', 'light', (page) => page.locator('.trend').scrollIntoViewIfNeeded()],
  [
    'requirement',
    `#${OPENED}`,
    'dark',
    (page) => page.locator(`#requirement-${OPENED} .sides`).first().waitFor(),
  ],
  ['states', '#/states', 'light'],
  ['documents', '#/documents', 'dark'],
  ['deliveries', '#/deliveries', 'light'],
]

/** Takes the pictures of the README from a recorded run, and replaces the older ones. */
export async function takePictures(record: RunRecord): Promise<void> {
  const report = makeReport(record)
  const temporary = mkdtempSync(join(tmpdir(), 'screenshots-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(temporary, name), text)
    return pathToFileURL(join(temporary, name)).href
  }
  mkdirSync(folder, { recursive: true })
  const browser = await launch()
  try {
    const page = file('report.html', reportHtml(record, report, before(report)))
    for (const [name, hash, colorScheme, ready] of pictures) {
      const watched = await open(browser, page + hash, {
        colorScheme,
        viewport: { width: 1400, height: 860 },
      })
      await ready?.(watched.page)
      await watched.page.screenshot({ path: join(folder, `${name}.png`) })
      await watched.close()
    }
    await takePortals(browser, folder)
    await takeByHand(browser, join(folder, 'by-hand.png'))
    const terminal = await browser.newPage({ viewport: { width: 1240, height: 900 } })
    await terminal.goto(file('terminal.html', terminalPage(summaryText(report, { color: true }).trim())))
    await terminal.locator('pre').screenshot({ path: join(folder, 'terminal.png') })
  } finally {
    await browser.close()
    rmSync(temporary, { recursive: true })
  }
}

/** Invented earlier runs, so that the picture shows the trend of some days. */
function before(now: Report): readonly { readonly folder: string; readonly report: Report }[] {
  return [38, 30, 30, 12].map((failed, index) => {
    const startedAt = `2026-01-0${index + 1}T06:00:00.000Z`
    const summary = { ...now.summary, failed, passed: now.summary.passed + now.summary.failed - failed }
    return { folder: startedAt.slice(0, 10), report: { ...now, startedAt, summary } }
  })
}

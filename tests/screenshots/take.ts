import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { makeReport, reportHtml, summaryText } from '../../reporters/index.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { startSandbox } from '../../targets/sandbox/index.ts'
import { launch, open } from '../browser/chromium.ts'
import { recordOf } from '../judge.ts'
import { takeByHand } from './by-hand.ts'
import { terminalPage } from './terminal-page.ts'

// Takes the pictures of the README: `npm run screenshots`. They show a run against a sandbox with one defect.
const folder = resolve(import.meta.dirname, '../../docs/screenshots')
const answers = {
  bindAccepted: ({ id }: { readonly id: string }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'success', data: { id } }),
  }),
}
const record = await recordOf(
  await embeddedTarget(() => startSandbox({ seed: 1, clock: 'virtual', behaviour: { answers } }), {
    seed: 1,
    apiVersion: 'v1.14.2',
  }),
)
const report = makeReport(record)
const temporary = mkdtempSync(join(tmpdir(), 'screenshots-'))
const file = (name: string, text: string) => {
  writeFileSync(join(temporary, name), text)
  return pathToFileURL(join(temporary, name)).href
}
mkdirSync(folder, { recursive: true })
const browser = await launch()
try {
  const page = file('report.html', reportHtml(record, report))
  const pictures: readonly (readonly [
    name: string,
    hash: string,
    scheme: 'light' | 'dark',
    ready?: (page: Page) => Promise<unknown>,
  ])[] = [
    ['overview', '', 'light'],
    ['requirement', '#bind-answers-202', 'dark', (shown) => shown.locator('.sides').first().waitFor()],
    ['states', '#/states', 'light'],
    ['documents', '#/documents', 'dark'],
    ['deliveries', '#/deliveries', 'light'],
  ]
  for (const [name, hash, colorScheme, ready] of pictures) {
    const watched = await open(browser, page + hash, { colorScheme, viewport: { width: 1280, height: 860 } })
    await ready?.(watched.page)
    await watched.page.screenshot({ path: join(folder, `${name}.png`) })
    await watched.close()
  }
  await takeByHand(browser, join(folder, 'by-hand.png'))
  const terminal = await browser.newPage({ viewport: { width: 1240, height: 900 } })
  await terminal.goto(file('terminal.html', terminalPage(summaryText(report, { color: true }).trim())))
  await terminal.locator('pre').screenshot({ path: join(folder, 'terminal.png') })
} finally {
  await browser.close()
  rmSync(temporary, { recursive: true })
}

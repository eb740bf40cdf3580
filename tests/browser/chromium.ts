import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of Chromium: the variable CHROMIUM, else the first of its usual names in PATH. */
function executable(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const found = [process.env.CHROMIUM, ...places].find((file) => file !== undefined && existsSync(file))
  if (found !== undefined) return found
  throw new Error('no Chromium: install it (apt-get install chromium), or name it with the variable CHROMIUM')
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executable(), args: ['--no-sandbox'], timeout: 30_000 })
}

/** A page, with all errors in it and all further requests that it made. */
export interface Watched {
  readonly page: Page
  readonly problems: string[]
  readonly requests: string[]
  close(): Promise<void>
}

/** Opens a file and waits until the report is shown. */
export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  const [problems, requests]: [string[], string[]] = [[], []]
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address.split('#')[0]) requests.push(request.url())
  })
  page.setDefaultTimeout(10_000)
  await page.goto(address)
  await page.waitForSelector('html[data-shown]')
  return { page, problems, requests, close: () => context.close() }
}

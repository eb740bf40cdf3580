import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { open } from '../browser/chromium.ts'
import { beginByHand } from '../browser/hand-run.ts'
import { PartnerApplication } from '../browser/partner-application.ts'

const DRIVEN = 'journeys-straight-through'

interface Shown {
  readonly sessions: readonly { readonly name: string; readonly set: Readonly<Record<string, string>> }[]
}

/** Takes a picture of the page of a certification by hand, while its first session is performed. */
export async function takeByHand(browser: Browser, path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'by-hand-'))
  const run = await beginByHand(folder, [])
  const { sessions } = (await (await fetch(`${run.page}/desk/state`)).json()) as Shown
  const settings = sessions.find(({ name }) => name === DRIVEN)?.set ?? {}
  const submission = await (await fetch(`${run.page}/desk/${DRIVEN}/submission.json`)).json()
  const watched = await open(browser, run.page, { viewport: { width: 1280, height: 1180 } })
  await new PartnerApplication(settings).perform(submission)
  await watched.page.locator('td:text-is("GET policy")').waitFor()
  await watched.page.screenshot({ path })
  await watched.close()
  await fetch(`${run.page}/desk/end`, { method: 'POST' })
  await run.ended
  rmSync(folder, { recursive: true })
}

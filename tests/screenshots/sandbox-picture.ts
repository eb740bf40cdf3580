import type { Browser } from 'playwright-core'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { startSandbox } from '../../targets/sandbox/index.ts'
import { recordOf } from '../judge.ts'

/** Takes a picture of the page of a sandbox that was just used. */
export async function sandboxPicture(browser: Browser, file: string): Promise<void> {
  const sandbox = await startSandbox({ seed: 1, clock: 'virtual', watched: () => undefined })
  try {
    const target = await openPlatform(profileFrom(sandbox.profile()), { seed: 1, apiVersion: 'v1.14.2' })
    await recordOf(target, { only: ['journey-from-submission-to-policy', 'signature-verifies'] })
    const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } })
    await page.goto(new URL('/', sandbox.baseUrl).href)
    await page.screenshot({ path: file })
    await page.close()
  } finally {
    await sandbox.close()
  }
}

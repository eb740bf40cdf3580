import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { ExampleReceiver } from '../browser/portals/partner-programs.ts'
import { sessionStory } from '../browser/portals/story.ts'

/** Pictures of the story that the page about the portals shows. */
const SHOWN = new Set([
  'operator-partners',
  'portal-home',
  'portal-secret',
  'portal-rotation',
  'portal-deliveries',
])

/** Takes pictures of the portals, while a partner comes from registration to a rotated secret, and of the operator's overview. */
export async function takePortals(browser: Browser, folder: string): Promise<void> {
  const sandbox = await startEmbedded({ clock: 'running', portals: { now: Date.now } })
  await using receiver = await ExampleReceiver.prepare()
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } })
  try {
    await sessionStory(page, sandbox, receiver, async (name) => {
      if (SHOWN.has(name)) await page.screenshot({ path: join(folder, `${name}.png`) })
    })
    await page.goto(new URL('/operator', sandbox.baseUrl).href)
    await page.screenshot({ path: join(folder, 'sandbox.png') })
  } finally {
    await page.close()
    await sandbox.close()
  }
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../targets/sandbox/index.ts'
import { clientProfile, judgeClient } from '../../client/judge.ts'
import { judgeReceiver, receiverProfile } from '../../receiver/judge.ts'
import { problemsOn } from '../axe.ts'
import { launch } from '../chromium.ts'
import { CLIENT_COMMAND, ExampleReceiver } from './partner-programs.ts'
import { sessionStory } from './story.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

test('a partner comes from an empty sandbox to a certified client and receiver, and loses no event in a rotation', async () => {
  const sandbox = await startEmbedded({ clock: 'running', portals: { now: Date.now } })
  await using receiver = await ExampleReceiver.prepare()
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.setDefaultTimeout(20_000)
  const seen: string[] = []
  const { secret, previousSecret } = await sessionStory(page, sandbox, receiver, async (name) => {
    seen.push(name)
    expect([name, await problemsOn(page)]).toEqual([name, []])
  })
  expect(problems).toEqual([])
  expect(seen).toContain('portal-deliveries')

  // Every event of the second journey arrived, once, at the receiver that knows both secrets.
  const rows = page.locator('#log tbody tr')
  expect(await rows.count()).toBe(6)
  const second = (await rows.allInnerTexts()).slice(0, 3)
  for (const row of second) expect(row).toContain(`…${secret.slice(-4)} (current)`)
  expect(new Set(await receiver.effects()).size).toBe((await receiver.effects()).length)
  expect(await receiver.effects()).toHaveLength(3)

  for (const path of PAGES) {
    await page.goto(new URL(path, sandbox.baseUrl).href)
    // No style depends on both, so that each width and each scheme once is enough.
    for (const [width, colorScheme] of [
      [400, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect([path, width, colorScheme, await problemsOn(page)]).toEqual([path, width, colorScheme, []])
    }
  }
  await context.close()
  await sandbox.close()

  const client = await judgeClient(clientProfile({ name: 'Quote desk', command: CLIENT_COMMAND }), [
    'journeys/straight-through',
    'outcomes/declined-later',
  ])
  expect(client.verdict).toBe('conformant')
  const secrets = { own: secret, previous: previousSecret }
  const effects = new URL('/effects', receiver.url).href
  const judged = await judgeReceiver(receiverProfile({ url: receiver.url, effects, secrets }), [
    'deliveries/first',
    'secrets/grace',
    'forgeries/signatures',
    'repeats/together',
  ])
  expect(judged.verdict).toBe('conformant')
})

const PAGES = [
  ...[
    '/',
    '/outcomes',
    '/partner',
    '/partner/clients',
    '/partner/keys',
    '/partner/webhook-keys',
    '/partner/team',
  ],
  ...['/partner/register', '/partner/forgotten', '/webhooks', '/webhooks/events', '/webhooks/signature'],
  ...[
    '/operator',
    '/operator/partners',
    '/operator/quotes',
    '/operator/controls',
    '/operator/outbox',
    '/operator/api',
  ],
]

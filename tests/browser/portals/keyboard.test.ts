import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startReceiver } from '../../../targets/sandbox/deliveries/testing.ts'
import { startEmbedded } from '../../../targets/sandbox/index.ts'
import { TestBrowser } from '../../../targets/sandbox/portals/testing.ts'
import { launch } from '../chromium.ts'
import { Keyboard } from './keyboard.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const PASSWORD = 'correct horse battery'

test('a keyboard is enough to register, sign in, send a test event, rotate a secret and sign out', async () => {
  const sandbox = await startEmbedded({ clock: 'running', portals: { now: Date.now } })
  onTestFinished(() => sandbox.close())
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const { origin } = new URL(sandbox.baseUrl)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  onTestFinished(() => page.close())
  page.setDefaultTimeout(10_000)
  const keyboard = new Keyboard(page)

  await page.goto(origin)
  await keyboard.walk()
  await keyboard.use('Partner portal', 'Enter', 'Sign in')
  await keyboard.walk()
  await keyboard.use('Register your organization', 'Enter', 'Register your organization')
  await keyboard.walk()
  await keyboard.type('Company name', 'Acme')
  await keyboard.type('Your name', 'Ada')
  // The e-mail address is left out: the message leads to its field.
  await keyboard.type('Password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('.problem:focus').waitFor()
  await keyboard.to('E-mail')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ada@acme.example')
  await keyboard.type('Password', PASSWORD)
  await keyboard.press('Enter', 'Your account is pending')
  await keyboard.walk()

  await page.goto(sandbox.operatorUrl ?? '')
  await keyboard.walk()
  await keyboard.use('Partners', 'Enter', 'Partners')
  await keyboard.walk()
  await keyboard.to('Approve')
  // Somebody else registers meanwhile, and the list is replaced under the focus.
  const bob = { company_name: 'Beta', contact_name: 'Bob', email: 'bob@beta.example', password: PASSWORD }
  await new TestBrowser(origin).submit('/partner/register', bob)
  await page.getByText('Beta', { exact: true }).waitFor()
  await page.keyboard.press('Space')
  await page.getByText('Acme is active.').waitFor()

  await page.goto(`${origin}/partner`)
  await keyboard.type('E-mail', 'ada@acme.example')
  await keyboard.type('Password', PASSWORD)
  await keyboard.press('Enter', 'Acme')
  await keyboard.walk()
  await keyboard.use('Webhook portal', 'Enter', 'Endpoints')
  await keyboard.walk()
  await keyboard.type('Address', receiver.url)
  await keyboard.to('broker.added')
  await page.keyboard.press('Space')
  await keyboard.use('Register the endpoint', 'Space', 'The endpoint is registered')
  await keyboard.use('To the endpoint and its deliveries', 'Enter', receiver.url)
  await keyboard.walk()
  await keyboard.to('Event type')
  await page.keyboard.type('broker.added')
  await keyboard.use('Send the test event', 'Enter', 'Delivery of broker.added')
  await page.locator('summary', { hasText: '200' }).waitFor()
  await keyboard.walk()
  await keyboard.use(receiver.url, 'Enter', receiver.url)
  await keyboard.use('Rotate the secret', 'Space', 'The secret is rotated')
  await keyboard.use('Sign out', 'Enter', 'Rehearse with the quote sandbox')
  await page.goto(`${origin}/webhooks`)
  expect(new URL(page.url()).pathname).toBe('/webhooks/sign-in')
  expect(keyboard.unseen).toEqual([])
})

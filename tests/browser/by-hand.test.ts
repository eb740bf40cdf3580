import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemsOn } from './axe.ts'
import { launch, open } from './chromium.ts'
import { beginByHand } from './hand-run.ts'
import { PartnerApplication, type Settings } from './partner-application.ts'

let browser: Browser
const folder = mkdtempSync(join(tmpdir(), 'by-hand-page-'))
beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

const sessionOf = (page: Page, name: string): Locator => page.locator(`details[data-session="${name}"]`)

/** The settings of a session, read from the page as a person would. */
async function settingsOf(session: Locator): Promise<Settings> {
  await session.getByText('Own address and credentials').click()
  const rows = await session.locator('.own .values tr').all()
  const pairs = rows.map(async (row) => [
    await row.locator('th').innerText(),
    await row.locator('code').nth(1).innerText(),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

async function submissionOf(page: Page, session: Locator): Promise<unknown> {
  const href = await session.locator('a', { hasText: 'this submission' }).getAttribute('href')
  return (await fetch(new URL(href ?? '', page.url()))).json()
}

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

test("somebody uses a partner's web application through the page, and the report is of what arrived and what people entered", async () => {
  const straight = 'journeys-straight-through'
  const declined = 'outcomes-declined-at-submit'
  const scenarios = ['journeys/straight-through', 'outcomes/declined-at-submit', 'outcomes/review']
  const run = await beginByHand(folder, scenarios)
  const { page, problems, requests, close } = await open(browser, run.page)

  // Three sessions wait, and the first of them is open.
  expect(await page.textContent('#sum')).toBe('0 of 3 sessions are done; a certificate needs 3 more')
  expect(await page.locator('#once .values tr').count()).toBe(6)
  expect(await page.textContent('#now')).toBe('Open now: A quote is rated, bound and issued without delay')
  const first = sessionOf(page, straight)
  expect(await first.getAttribute('open')).not.toBeNull()
  expect(await first.locator('.state').innerText()).toBe('waits for your client')
  expect(await first.getByText('Nothing has arrived yet.').isVisible()).toBe(true)

  // Requests are shown as they arrive.
  const settings = await settingsOf(first)
  const using = new PartnerApplication(settings).perform(await submissionOf(page, first))
  await first.locator('.state.goes-on').waitFor()
  await page.getByText('0 of 3 sessions are done, 1 in progress').waitFor()
  const { proposal, policy } = await using
  await first.locator('td:text-is("GET policy")').waitFor()
  expect(await first.locator('td:text-is("issued")').count()).toBeGreaterThan(0)
  expect(await first.locator('td.problem').count()).toBe(0)

  // A failure to send is shown, and nothing is lost by it.
  await page.route('**/result', (route) => route.abort())
  await first.getByLabel('State of the quote that it shows').selectOption('issued')
  await first.getByLabel('Proposal that it saved').setInputFiles(pdf('proposal.pdf', proposal))
  await first.getByLabel('Policy that it saved').setInputFiles(pdf('policy.pdf', policy))
  await first.getByRole('button', { name: 'Done' }).click()
  await first.getByRole('alert').getByText('This could not be saved').waitFor()
  await page.unroute('**/result')
  await first.getByRole('button', { name: 'Done' }).click()
  await first.getByText('Done: you said so.').waitFor()
  await first.getByText(/^Verdict on this session: \d+ passed, 0 failed/).waitFor()
  await page.getByText(/1 of 3 sessions are done; a certificate needs \d more/).waitFor()
  expect(await first.locator('.state').getAttribute('class')).toBe('state done')
  expect(await first.locator('form').isVisible()).toBe(false)

  // A client without its key sees at once what is missing.
  const second = sessionOf(page, declined)
  for (const session of [sessionOf(page, 'outcomes-review'), second]) {
    // The next session opens by itself, any other one by a click.
    if ((await session.getAttribute('open')) === null) await session.locator('summary').first().click()
    const choose = session.getByRole('button', { name: 'Open this session' })
    if (await choose.isVisible()) await choose.click()
    await page.locator(`details.now[data-session="${await session.getAttribute('data-session')}"]`).waitFor()
  }
  const application = new PartnerApplication(await settingsOf(second))
  await application.logIn()
  const submission = await submissionOf(page, second)
  await application.send('POST', '/submit', submission, 'key')
  await second.locator('td.problem:text-is("missing")').waitFor()
  await application.send('POST', '/submit', submission)
  await second.locator('td:text-is("400")').waitFor()
  await second.getByLabel('State of the quote that it shows').selectOption('no quote')
  await second.getByLabel('Error that it shows, if any').fill('declined')
  await second.getByRole('button', { name: 'Done' }).click()
  await page.getByText('2 of 3 sessions are done').waitFor()

  // Tests the filter, and that nobody can end a certification by mistake.
  await page.getByRole('combobox', { name: 'Sessions shown' }).selectOption('waits')
  expect(await page.locator('details[data-session]:visible').count()).toBe(1)
  await page.getByRole('button', { name: 'End the certification' }).click()
  await page.getByText('1 session is not done. A certificate needs 1 of them').waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  expect(await page.textContent('#sum')).toBe('2 of 3 sessions are done; a certificate needs 1 more')
  expect(problems.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  expect(requests.filter((one) => new URL(one).origin !== new URL(run.page).origin)).toEqual([])
  await page.getByRole('button', { name: 'End the certification' }).click()
  await page.getByRole('button', { name: 'End it' }).click()

  expect(await run.ended).toBe(1)
  await page.getByText('The certification has ended').waitFor()
  await close()
  expect(run.verdicts()).toMatchObject({
    'client-sends-the-token': 'passed',
    'client-sends-the-integration-key': 'failed',
    'client-bind-only-when-ready': 'passed',
    'client-stops-at-issued': 'passed',
    'client-saves-the-policy': 'passed',
    'client-handles-declined': 'passed',
    'client-handles-underwriter-review': 'not-exercised',
  })
})

test.each(['light', 'dark'] as const)(
  'the page has nothing that keeps anybody out, %s',
  async (colorScheme) => {
    const run = await beginByHand(folder, ['outcomes/review', 'outcomes/failed'])
    const { page, problems, close } = await open(browser, run.page, { colorScheme })
    expect(await problemsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'End the certification' }).click()
    expect(await problemsOn(page)).toEqual([])
    expect(problems).toEqual([])
    await page.getByRole('button', { name: 'End it' }).click()
    await run.ended
    await close()
  },
)

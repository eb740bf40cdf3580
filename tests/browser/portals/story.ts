import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { EmbeddedSandbox } from '../../../targets/sandbox/index.ts'
import { type ClientSettings, type ExampleReceiver, runClient } from './partner-programs.ts'

const PERSON = {
  company: 'Acme Brokers',
  name: 'Ada Okafor',
  email: 'ada@acme.example',
  password: 'correct horse battery',
}

/** The credentials of the partner at the end. */
export interface Credentials {
  readonly settings: ClientSettings
  readonly secret: string
  readonly previousSecret: string
}

/** Called with a name where a page is worth a picture. */
export type Picture = (name: string) => Promise<unknown>

const main = (page: Page) => page.locator('main')

/** A secret as a person reads it from the page. */
const secretOn = (page: Page, name: string): Promise<string> =>
  main(page).locator(`dt:text-is("${name}") + dd code`).innerText()

/** A partner's way in a browser, from an empty sandbox to verified deliveries before and after a rotation. */
export async function sessionStory(
  page: Page,
  sandbox: EmbeddedSandbox,
  receiver: ExampleReceiver,
  picture: Picture,
): Promise<Credentials> {
  const folder = mkdtempSync(join(tmpdir(), 'portals-'))
  const { origin } = new URL(sandbox.baseUrl)
  try {
    await page.goto(origin)
    await register(page)
    await approve(page, sandbox, picture)
    await signIn(page, origin, picture)
    const settings = await createCredentials(page, sandbox, picture)
    const old = await registerEndpoint(page, receiver, picture)
    await runClient(settings, sandbox.submission, join(folder, 'one'))
    await deliveredRows(page, 3)
    const secret = await rotate(page)
    // The receiver knows the old secret only, as it does for a while in any rotation.
    const journey = runClient(settings, sandbox.submission, join(folder, 'two'))
    await main(page)
      .getByText('attempt 2 of 10')
      .or(main(page).getByText('attempt 3 of 10'))
      .first()
      .waitFor()
    await picture('portal-rotation')
    await receiver.start(secret, old)
    await journey
    await deliveredRows(page, 6)
    await picture('portal-deliveries')
    return { settings, secret, previousSecret: old }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function register(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Partner portal' }).first().click()
  await page.getByRole('link', { name: 'Register your organization' }).click()
  await page.getByLabel('Company name').fill(PERSON.company)
  await page.getByLabel('Your name').fill(PERSON.name)
  await page.getByLabel('E-mail').fill(PERSON.email)
  await page.getByLabel('Password').fill(PERSON.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Your account is pending' }).waitFor()
}

async function approve(page: Page, { operatorUrl = '' }: EmbeddedSandbox, picture: Picture): Promise<void> {
  await page.goto(operatorUrl)
  await page.getByRole('link', { name: 'Partners' }).click()
  await picture('operator-partners')
  await page.getByRole('row', { name: PERSON.company }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText(`${PERSON.company} is active.`).waitFor()
}

async function signIn(page: Page, origin: string, picture: Picture): Promise<void> {
  await page.goto(`${origin}/partner`)
  await page.getByLabel('E-mail').fill(PERSON.email)
  await page.getByLabel('Password').fill(PERSON.password)
  await main(page).getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: PERSON.company }).waitFor()
  await picture('portal-home')
}

async function createCredentials(
  page: Page,
  { baseUrl, authUrl }: EmbeddedSandbox,
  picture: Picture,
): Promise<ClientSettings> {
  await page.getByRole('link', { name: 'Create an API client' }).click()
  await page.getByLabel('Name').fill('Quote desk')
  await page.getByRole('button', { name: 'Create the client' }).click()
  const [id, secret] = [await secretOn(page, 'Client id'), await secretOn(page, 'Client secret')]
  await picture('portal-secret')
  await page.getByRole('link', { name: 'Next: an integration key' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  const key = await secretOn(page, 'Integration key')
  return {
    ...{ QUOTE_BASE_URL: baseUrl, QUOTE_AUTH_URL: authUrl },
    ...{ QUOTE_CLIENT_ID: id, QUOTE_CLIENT_SECRET: secret, QUOTE_INTEGRATION_KEY: key },
  }
}

/** Returns the signing secret; the receiver is started with it, and the page of the endpoint is open. */
async function registerEndpoint(page: Page, receiver: ExampleReceiver, picture: Picture): Promise<string> {
  await page.getByRole('link', { name: 'Webhook portal' }).click()
  await page.getByLabel('Address').fill(receiver.url)
  for (const type of ['quote.created', 'quote.proposalReady', 'policy.created'])
    await page.getByLabel(type).check()
  await picture('portal-endpoint')
  await page.getByRole('button', { name: 'Register the endpoint' }).click()
  const secret = await secretOn(page, 'Signing secret')
  await receiver.start(secret)
  await page.getByRole('link', { name: 'To the endpoint' }).click()
  return secret
}

/** Waits until the page, without being loaded again, shows so many deliveries that arrived. */
const deliveredRows = (page: Page, count: number): Promise<void> =>
  page
    .locator('#log tbody tr', { hasText: 'delivered' })
    .nth(count - 1)
    .waitFor({ timeout: 60_000 })

async function rotate(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const secret = await secretOn(page, 'New signing secret')
  await page.getByRole('link', { name: 'To the endpoint' }).click()
  return secret
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

const folder = mkdtempSync(join(tmpdir(), 'pact-verify-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

let contract: string

beforeAll(async () => {
  const io = fakeIo()
  await main(['pact', 'publish', '--out', folder], io)
  contract = io.printed.out.trim()
})

async function verify(...line: readonly string[]) {
  const io = fakeIo()
  return { code: await main(['pact', 'verify', ...line], io), ...io.printed }
}

/** The published contract with only the interactions whose description contains a text. */
function only(text: string): string {
  const pact = JSON.parse(readFileSync(contract, 'utf8'))
  const interactions = pact.interactions.filter((one: { description: string }) =>
    one.description.includes(text),
  )
  if (interactions.length === 0) throw new Error(`no interaction ${text}`)
  const file = join(folder, 'only.json')
  writeFileSync(file, JSON.stringify({ ...pact, interactions }))
  return file
}

test('the published contract is met by the sandbox, every interaction of it', async () => {
  const { code, out, err } = await verify(contract)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/\b\d\d passed, 0 failed, 0 not exercised\n$/)
})

const RATED = 'a rated quote is read'
const TAKEN = 'a submission is taken'
const GRANTED = 'a token is granted'
const UPDATED = 'the contact of a ready quote'
const BOUND = 'a ready quote is bound'

describe('a platform that breaks the contract is refused', () => {
  test.each([
    ['created-at-without-milliseconds', RATED],
    ['checkout-link-relative', RATED],
    ['money-without-separators', RATED],
    ['money-in-another-locale', RATED],
    ['leaves-out-policy-term-policy-fee', RATED],
    ['misshapes-personal-cyber-premium', RATED],
    ['submit-answers-201', TAKEN],
    ['submit-says-success', TAKEN],
    ['declined-as-error', 'a submission is declined'],
    ['update-says-accepted', UPDATED],
    ['update-answers-no-status', UPDATED],
    ['bind-answers-200', BOUND],
    ['bind-calls-it-quote-id', BOUND],
    ['bind-takes-any-token', 'a bind with a wrong token'],
    ['token-type-jwt', GRANTED],
    ['token-empty', GRANTED],
    ['token-for-an-inactive-client', 'an inactive client'],
    ['quote-proposal-in-pending-200', 'the quote-proposal of a quote in pending'],
    ['policy-in-ready-to-bind-409', 'the policy of a quote in ready_to_bind'],
    ['quote-preview-as-octets', 'the quote-preview of a quote in ready_to_bind'],
    ['quote-preview-refused-in-json', 'the quote-preview of a quote in pending'],
    ['internal-errors-in-json', 'a proposal meets an internal error'],
    ['quote-created-without-product', 'quote.created'],
    ['broker-added-misshapes-licensed-states', 'broker.added'],
    ['signs-in-base64', 'quote.created'],
    ['signs-the-body-only', 'policy.created'],
    ['event-without-brokerage', 'quote.proposalReady'],
  ])('%s, by "%s"', async (mutant, text) => {
    const { code, out } = await verify(only(text), '--mutant', mutant)
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/^ {2}failed .*\n {17}\S/m) })
  })
})

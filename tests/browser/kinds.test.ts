import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failed, observed, passed } from '../../conformance/verdict.ts'
import { check, events } from '../../reporters/fakes.ts'
import { type RunRecord, recorder } from '../../reporters/index.ts'
import { launch, open } from './chromium.ts'
import { writePage } from './written.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** A run of another side, without tables of the contract, with a counterexample. */
function recordOf(kind: 'receiver' | 'client'): RunRecord {
  const collected = recorder()
  const all = events({
    requirements: [
      ['good', '6', 'must'],
      ['bad', '6', 'must'],
      ['seen', '6', 'observe'],
    ],
    checks: [
      check('good', 'must', passed()),
      check('bad', 'must', failed({ expected: 'a', observed: 'b', exchange: 's/1' })),
      check('seen', 'observe', observed('something')),
    ],
  })
  const counterexamples = [{ scenario: 's', case: {}, steps: ['submit', 'bind'], exchanges: ['s/1'] }]
  for (const event of all) {
    if (event.type === 'run-started') collected.add({ ...event, kind })
    else collected.add(event.type === 'scenario-finished' ? { ...event, counterexamples } : event)
  }
  return collected.record() as RunRecord
}

test.each(['receiver', 'client'] as const)(
  'the page of a %s has the pages that it can fill',
  async (kind) => {
    const { page, problems, requests, close } = await open(
      browser,
      `${writePage(recordOf(kind)).address}#bad`,
    )
    expect(await page.$$eval('nav a', (links) => links.map((link) => link.textContent))).toEqual([
      'Overview',
      'Requirements',
      'Observations',
    ])
    await page.locator('.sides').first().waitFor()
    const opened = page.locator('#requirement-bad')
    expect(await opened.locator('ol').first().textContent()).toBe('submitbind')
    const replay = opened.locator('.line:has(> .label:text-is("replay")) .command')
    expect(await replay.textContent()).toBe(
      "npm start -- run --target 'my profile.yaml' --replay counterexamples/s.json",
    )
    expect({ problems, requests }).toEqual({ problems: [], requests: [] })
    await close()
  },
)

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, open } from './chromium.ts'
import { brokenRun, largeRun } from './runs.ts'
import { writePage } from './written.ts'

const many = 20_000
const mostBytes = 15_000_000

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

/** Text that cannot be compressed: no run can make the page larger than this. */
function noise(seed: number, length: number): string {
  let state = seed + 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(33 + ((state >>> 16) % 90))
  }).join('')
}

test('a page with 20,000 exchanges stays small, holds each of them and shows a requirement', async () => {
  const record = largeRun(await brokenRun(), many)
  expect(record.scenarios.reduce((sum, { exchanges }) => sum + exchanges.length, 0)).toBe(many)
  const { address, html } = writePage(record)
  expect(Buffer.byteLength(html)).toBeLessThan(mostBytes)
  expect(html.match(/id="packed-s\d+"/g)).toHaveLength(record.scenarios.length)
  const watched = await open(browser, `${address}#bind-answers-202`)
  await watched.page.locator('details[open] .sides:visible').first().waitFor()
  expect(watched.problems).toEqual([])
  await watched.close()
})

test('bodies that cannot be packed are cut rather than the page growing', async () => {
  const record = largeRun(await brokenRun(), many)
  const noisy = record.scenarios.map((scenario, place) => ({
    ...scenario,
    exchanges: scenario.exchanges.map((exchange, index) => ({
      ...exchange,
      ...(exchange.answer === undefined
        ? {}
        : {
            answer: {
              ...exchange.answer,
              body: { ...exchange.answer.body, text: noise(place * 1000 + index, 3000) },
            },
          }),
    })),
  }))
  const { address, html } = writePage({ ...record, scenarios: noisy })
  expect(Buffer.byteLength(html)).toBeLessThan(mostBytes)
  const watched = await open(browser, address)
  expect(await watched.page.textContent('.verdict .word')).toBe('non-conformant')
  await watched.close()
})

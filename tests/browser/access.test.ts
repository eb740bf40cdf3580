import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { brokenPage, pages } from './broken-page.ts'

const { using } = brokenPage()

describe('by keyboard alone', () => {
  test('every page is reached and a requirement is opened', () =>
    using(async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip')
      const reached: (string | null)[] = []
      for (let step = 0; step < pages.length; step++) {
        await page.keyboard.press('Tab')
        reached.push(await page.evaluate(() => document.activeElement?.getAttribute('href') ?? null))
      }
      expect(reached).toEqual(pages.map((id) => `#/${id}`))
      await page.keyboard.press('/')
      await page.keyboard.type('bind-answers-202')
      for (let step = 0; step < 20; step++) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(() => document.activeElement?.tagName === 'SUMMARY')) break
      }
      await page.keyboard.press('Enter')
      expect(await page.getAttribute('#requirement-bind-answers-202', 'open')).not.toBeNull()
    }))
})

/** Problems that axe finds on the page, and elements that are wider than the page. */
async function problemsOn(page: Page): Promise<readonly unknown[]> {
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const results = await inPage.run(document, { resultTypes: ['violations'] })
    return results.violations.map(({ id, nodes }) => ({
      id,
      at: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
  })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return wide > 0 ? [...violations, `${wide} pixels stick out`] : violations
}

// Each in a browser page of its own: axe goes through what is hidden, too.
describe.each([
  ['light', 1280],
  ['dark', 390],
] as const)('axe finds nothing, %s and %i pixels wide', (colorScheme, width) => {
  test.each([...pages.map((id) => `#/${id}`), '#bind-answers-202'])('on %s', (hash) =>
    using(
      async (page) => {
        await page.evaluate(`const module = undefined; ${axe.source}`)
        if (!hash.startsWith('#/')) await page.locator('details[open] .sides:visible').first().waitFor()
        expect(await problemsOn(page)).toEqual([])
      },
      hash,
      { colorScheme, viewport: { width, height: 900 } },
    ),
  )
})

test('print has every page, and each breach unfolded', () =>
  using(async (page) => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const id of pages) expect(await page.isVisible(`#page-${id}`), id).toBe(true)
    expect(await page.textContent('#requirement-bind-answers-202 table')).toContain('status 202')
    const first = page.locator('#page-requirements details.requirement').first()
    expect(await first.locator('.badge').first().textContent()).toBe('failed')
    await page.locator('.print-first .sides').first().waitFor()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await page.locator('.print-first').count()).toBe(0)
    expect(await page.isVisible('nav')).toBe(false)
    expect((await page.pdf()).length).toBeGreaterThan(10_000)
  }))

import { describe, expect, test } from 'vitest'
import { testAppearances } from './axe.ts'
import { brokenPage, pages } from './broken-page.ts'

const page = brokenPage()
const { using } = page

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

// `npm run test:proofs` tests the whole pages, which takes axe ten times as long.
testAppearances(page, { thinned: true })

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

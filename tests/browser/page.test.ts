import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { brokenPage } from './broken-page.ts'
import { hostile } from './runs.ts'

const { record, using } = brokenPage()

const shownIds = (page: Page) =>
  page.$$eval('details.requirement', (all) =>
    all.filter((one) => one.checkVisibility()).map(({ id }) => id.replace('requirement-', '')),
  )

describe('at a glance', () => {
  test('the verdict, the figures and each breach stand on the first page', () =>
    using(async (page) => {
      expect(await page.textContent('.verdict .word')).toBe('non-conformant')
      const failed = record().scenarios.flatMap(({ checks }) =>
        checks.filter(({ outcome }) => outcome === 'failed'),
      )
      const judged = new Set(failed.map(({ requirement }) => requirement))
      expect(judged.has('bind-answers-202')).toBe(true)
      const citing = record().started.requirements.filter(({ judgedBy = [] }) =>
        judgedBy.some((id) => judged.has(id)),
      )
      const ids = new Set([...judged, ...citing.map(({ id }) => id)])
      expect(Number(await page.textContent('.figures .failed strong'))).toBe(ids.size)
      const listed = await page.$$eval('.cause:has(.badge.failed) a[href^="#"]', (links) =>
        links.map((link) => link.textContent),
      )
      expect(new Set(listed)).toEqual(ids)
    }))
})

describe('the filters', () => {
  test('by verdict, level and text show what fits and say how many', () =>
    using(async (page) => {
      const all = (await shownIds(page)).length
      for (const verdict of ['passed', 'warned', 'observed', 'not-exercised'])
        await page.uncheck(`input[name=verdict][value=${verdict}]`)
      const failing = await shownIds(page)
      expect(failing).toContain('bind-answers-202')
      expect(failing.length).toBeLessThan(all)
      expect(await page.textContent('.shown')).toMatch(
        new RegExp(`^${failing.length} requirements? of ${all} shown$`),
      )
      await page.fill('#search', 'is answered with 202 bind-answers-202')
      expect(await shownIds(page)).toEqual(['bind-answers-202'])
      await page.uncheck('input[name=level][value=must]')
      expect(await shownIds(page)).toEqual([])
    }, '#/requirements'))

  test('stand in the address, which shows the same again', () =>
    using(async (page) => {
      await page.uncheck('input[name=verdict][value=passed]')
      await page.fill('#search', 'bind')
      await page.waitForURL(/#\/requirements\?verdict=failed&.*text=bind$/)
      const { hash } = new URL(page.url())
      const shown = await shownIds(page)
      await using(async (again) => {
        expect(await shownIds(again)).toEqual(shown)
        expect(await again.inputValue('#search')).toBe('bind')
      }, hash)
    }, '#/requirements'))

  test('a figure leads to the requirements that it counts', () =>
    using(async (page) => {
      await page.click('.figures .failed a')
      const wrong = await page.$$eval('details.requirement', (all) =>
        all.filter((one) => one.checkVisibility() && one.querySelector('.badge')?.textContent !== 'failed'),
      )
      expect(wrong).toEqual([])
      expect(await shownIds(page)).toContain('bind-answers-202')
    }))
})

describe('a requirement', () => {
  test('is opened by its own address, with findings, re-run line, exchange and what differs in it', () =>
    using(async (page) => {
      const opened = page.locator('#requirement-bind-answers-202')
      expect(await opened.getAttribute('open')).not.toBeNull()
      expect(await page.evaluate(() => document.activeElement?.closest('details')?.id)).toBe(
        'requirement-bind-answers-202',
      )
      await opened.locator('.sides').first().waitFor()
      expect(await opened.locator('table').first().textContent()).toContain('status 202')
      expect(await opened.locator('.command').first().textContent()).toMatch(
        /--only bind-answers-202 --scenario/,
      )
      expect(await opened.locator('.sides mark').first().textContent()).toMatch(/200.*expected status 202/)
      const curl = opened.locator('.line:has(> .label:text-is("curl")) .command').first()
      expect(await curl.textContent()).toMatch(/^curl .*-X PUT .*\$QUOTE_ACCESS_TOKEN/)
    }, '#bind-answers-202'))

  test('shows JSON in lines and marks the value that a finding points at', () =>
    using(async (page) => {
      const opened = page.locator('#requirement-bind-envelope')
      await opened.locator('.sides').first().waitFor()
      const answer = opened.locator('pre[aria-label="answer body"]').first()
      expect(await answer.textContent()).toMatch(/^\{\n {2}"status": /)
      expect(await answer.locator('mark').first().textContent()).toMatch(
        /^ {2}"status": .*expected "accepted"/,
      )
    }, '#bind-envelope'))

  test('shows hostile text as text', () =>
    using(async (page) => {
      await page.locator('#requirement-bind-envelope .sides').first().waitFor()
      expect(await page.textContent('#requirement-bind-envelope')).toContain('<script>alert(1)</script>')
      expect(await page.textContent('#requirement-bind-envelope')).toContain('\\u{202e}')
      expect(await page.$$eval('img, iframe, object, link', (found) => found.length)).toBe(0)
      const scripts = await page.$$eval('script:not([type])', (found) => found.length)
      expect(scripts).toBe(1)
    }, '#bind-envelope'))

  test('on a retry leads to the chart of its attempts', () =>
    using(async (page) => {
      await page.click('#requirement-retry-attempt-3 a[href^="#/deliveries"]')
      expect(await page.isVisible('#page-deliveries')).toBe(true)
      expect(await page.evaluate(() => document.activeElement?.closest('details')?.className)).toBe(
        'delivery',
      )
      expect(await page.textContent('.delivery[open] summary')).toMatch(/^within answered with 500/)
    }, '#retry-attempt-3'))

  test('that is not there leads to the first page', () =>
    using(
      async (page) => {
        expect(await page.isVisible('#page-overview')).toBe(true)
      },
      `#${encodeURIComponent(hostile)}`,
    ))
})

describe('the pictures', () => {
  test('the state machine has every published way, the travelled ones marked', () =>
    using(async (page) => {
      expect(await page.locator('.machine .edge.published').count()).toBe(10)
      expect(await page.locator('.machine .edge.travelled').count()).toBeGreaterThan(5)
      expect(await page.locator('.machine .edge.unlisted').count()).toBe(0)
      expect(await page.textContent('.machine .refused')).toMatch(/refused \d+×/)
      const boxes = await page.$$eval('.machine .state rect', (all) =>
        all.map((one) => `${one.getAttribute('x')} ${one.getAttribute('y')}`),
      )
      expect(new Set(boxes).size).toBe(9)
    }, '#/states'))

  test('the matrix has 4 x 8 cells, each with what is expected and what was seen', () =>
    using(async (page) => {
      const cells = await page.$$eval('td.cell', (all) => all.map((cell) => cell.textContent ?? ''))
      expect(cells).toHaveLength(32)
      expect(cells.filter((text) => !/^expected (\d{3}|4xx|not stated).*seen/.test(text))).toEqual([])
      expect(cells.filter((text) => text.includes('or 409 until quote.proposalReady'))).toHaveLength(4)
      expect(await page.locator('td.cell.passed').count()).toBeGreaterThan(15)
    }, '#/documents'))

  test('the retry schedule has each attempt in its band', () =>
    using(async (page) => {
      const first = page.locator('.delivery').first()
      expect(await first.locator('.attempt').count()).toBe(10)
      expect(await first.locator('.attempt.within').count()).toBe(9)
      expect(await first.locator('tbody tr').count()).toBe(10)
    }, '#/deliveries'))
})

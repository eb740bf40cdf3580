import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type BrokenPage, pages } from './broken-page.ts'

/** So many neighbours of the same form are judged. More of them have the same styles, and take most of the time. */
const ALIKE = 5

/** Problems that axe finds on a page, ids that are there twice, and what is wider than the page. */
export async function problemsOn(
  page: Page,
  { thinned = false }: { readonly thinned?: boolean } = {},
): Promise<readonly unknown[]> {
  const { twice, wide } = await page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id)
    const wide = document.documentElement.scrollWidth - innerWidth
    return { twice: ids.filter((id, place) => ids.indexOf(id) !== place), wide }
  })
  if (thinned) await thinOut(page)
  const violations = await violationsOn(page)
  return [
    ...violations,
    ...twice.map((id) => `the id ${id} is there twice`),
    ...(wide > 0 ? [`${wide} pixels stick out`] : []),
  ]
}

async function violationsOn(page: Page): Promise<readonly unknown[]> {
  if (!(await page.evaluate("'axe' in window")))
    await page.evaluate(`const module = undefined; ${axe.source}`)
  return page.evaluate(async () => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const { violations } = await inPage.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({
      id,
      at: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
  })
}

/** Takes pages that are not shown out of the document, and neighbours that only repeat the form of others. */
function thinOut(page: Page): Promise<void> {
  return page.evaluate((most) => {
    const formOf = ({ tagName, children, attributes }: Element): string => {
      const own = ['class', 'role', 'open', 'hidden'].map((name) => attributes.getNamedItem(name)?.value)
      return `${tagName} ${own.join()} (${[...new Set(Array.from(children, formOf))].join(' ')})`
    }
    const thin = (element: Element): void => {
      const seen = new Map<string, number>()
      for (const child of Array.from(element.children)) {
        const form = formOf(child)
        const count = (seen.get(form) ?? 0) + 1
        seen.set(form, count)
        if (count > most || (child.id.startsWith('page-') && !child.checkVisibility())) child.remove()
        else thin(child)
      }
    }
    thin(document.body)
  }, ALIKE)
}

/** Tests every page of a report in two appearances, each in a browser page of its own: axe goes through what is hidden, too. */
export function testAppearances({ using }: BrokenPage, how: { readonly thinned: boolean }): void {
  describe.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('axe finds nothing, %s and %i pixels wide', (colorScheme, width) => {
    test.each([...pages.map((id) => `#/${id}`), '#bind-answers-202'])('on %s', (hash) =>
      using(
        async (page) => {
          if (!hash.startsWith('#/')) await page.locator('details[open] .sides:visible').first().waitFor()
          expect(await problemsOn(page, how)).toEqual([])
        },
        hash,
        { colorScheme, viewport: { width, height: 900 } },
      ),
    )
  })
}

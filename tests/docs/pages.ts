import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import GithubSlugger from 'github-slugger'

export const root = resolve(import.meta.dirname, '../..')

/** The pages that users read, by their path in the project. */
export const pages: readonly string[] = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** A page without its blocks of code, where nothing is a heading or a link. */
const prose = (page: string): string => textOf(page).replaceAll(/^```[\s\S]*?^```/gm, '')

/** The anchors that GitHub gives to the headings of a page. */
export function anchorsOf(page: string): readonly string[] {
  const slugger = new GithubSlugger()
  return [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    slugger.slug(title.replaceAll('`', '')),
  )
}

/** The links of a page to files and headings of the project. */
export function linksOf(
  page: string,
): readonly { readonly link: string; readonly file: string; readonly anchor?: string }[] {
  return [...prose(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => {
    const [name = '', anchor] = link.split('#')
    const file = name === '' ? page : relative(root, resolve(root, dirname(page), name))
    return { link, file, ...(anchor !== undefined && { anchor }) }
  })
}

/** Lines of code that a page shows, without their comments: indented blocks and blocks of a shell. */
export function commandsOf(page: string): readonly string[] {
  const text = textOf(page)
  const fenced = [...text.matchAll(/^```(?:sh|bash|console)\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )
  const indented = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/(?:^ {4} *\S.*\n?)+/gm)].map(
    ([block]) => block,
  )
  return [...fenced, ...indented]
    .flatMap((block) => block.replaceAll(/\s*\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.trim().replace(/\s+#.*$/, ''))
    .filter((line) => /^(npx quote-conformance|npm )/.test(line))
}

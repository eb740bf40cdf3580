import { globSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = resolve(import.meta.dirname, '..')

/** The kinds of pages, in the order in which a reader needs them. Each is a folder of docs. */
const KINDS = { tutorials: 'Learn', 'how-to': 'Do', reference: 'Look up', explanation: 'Understand' }

interface Package {
  readonly homepage: string
  readonly repository: { readonly url: string }
}
const { homepage, repository } = JSON.parse(readFileSync(resolve(docs, '../package.json'), 'utf8')) as Package
const source = `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/blob/main`

const titleOf = (page: string): string =>
  /^# (.*)$/m.exec(readFileSync(resolve(docs, page), 'utf8'))?.[1]?.replaceAll('`', '') ?? page

const sidebar = Object.entries(KINDS).map(([folder, text]) => ({
  text,
  items: globSync(`${folder}/*.md`, { cwd: docs })
    .toSorted()
    .map((page) => ({ text: titleOf(page), link: `/${page}` })),
}))

/** A link that leaves the pages leads to the file in the repository. */
function outward(link: string, page: string): string {
  const file = posix.normalize(posix.join('docs', posix.dirname(page), link))
  return file.startsWith('docs/') ? link : `${source}/${file}`
}

/** The pages as a site: `npm run site`. A link to a page that does not exist fails the build. */
const config = defineConfig({
  title: 'quote-conformance',
  description: 'Contract tests for the cyber-insurance quote and bind API',
  outDir: '../dist/site',
  cacheDir: '../dist/site-cache',
  markdown: {
    config(markdown) {
      // Markdown in braces is text here, never a template.
      markdown.core.ruler.push('outward', ({ tokens, env }) => {
        const page = (env as { readonly relativePath?: string }).relativePath ?? ''
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const link = token.type === 'link_open' ? token.attrGet('href') : null
          if (link !== null && /^\.\.?\//.test(link)) token.attrSet('href', outward(link, page))
        }
      })
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: homepage }],
  },
})

// biome-ignore lint/style/noDefaultExport: the form that VitePress asks for
export default config

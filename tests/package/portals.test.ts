import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, inject, test } from 'vitest'
import { crawl, PASSWORD, type SeenPage, TestBrowser } from '../../targets/sandbox/portals/testing.ts'
import { PACKAGE, started } from './program.ts'

type Node = DefaultTreeAdapterTypes.Node

/** The elements below a node, in their order. */
function elementsOf(node: Node): readonly DefaultTreeAdapterTypes.Element[] {
  const below = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : []
  return 'tagName' in node ? [node, ...below] : below
}

/** Parses a page as browsers do: the errors of its HTML, its text, and the files that it loads. */
function read({ text }: SeenPage) {
  const errors: string[] = []
  const document = parse(text, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine, startCol }) => errors.push(`${code} at ${startLine}:${startCol}`),
  })
  const elements = elementsOf(document)
  const value = (tag: string, name: string) =>
    elements
      .filter(({ tagName }) => tagName === tag)
      .flatMap(({ attrs }) => attrs.find((one) => one.name === name)?.value ?? [])
  const pre = elements.filter(({ tagName }) => tagName === 'pre')
  const texts = pre.map(({ childNodes }) =>
    childNodes.map((one) => ('value' in one ? one.value : '')).join(''),
  )
  const files = [...value('script', 'src'), ...value('link', 'href')].filter(
    (one) => !one.startsWith('data:'),
  )
  return { errors, elements, texts, files, title: elements.some(({ tagName }) => tagName === 'h1') }
}

test.each(Object.entries(inject('installed').nodes))(
  'the portals of the package on Node %s are whole pages, whose scripts and styles are served',
  async (_, node) => {
    const entry = join(PACKAGE, 'cli/quote-conformance.js')
    const { match } = await started(
      node,
      [entry, 'sandbox', '--port', '0'],
      /^portals +(\S+)\/\n^as the operator +(\S+)$.*^(npx quote-conformance listen [^\n]*)$.*Ctrl-C ends it/ms,
    )
    const [, origin = '', entrance = '', listenLine] = match
    const visitor = new TestBrowser(origin)
    const email = 'ada@acme.example'
    await visitor.submit('/partner/register', {
      ...{ company_name: 'Acme', contact_name: 'Ada', email },
      password: PASSWORD,
    })
    await visitor.get(new URL(entrance).pathname)
    const partners = await visitor.get('/operator/partners')
    const [approve = ''] = /\/operator\/partners\/[\w-]+\/approve/.exec(partners.text) ?? []
    await visitor.submit(partners, {}, approve)
    await visitor.submit('/partner/sign-in', { email, password: PASSWORD })
    const made = await visitor.submit('/webhooks', { url: 'http://127.0.0.1:9/', events: 'broker.added' })
    const [at = ''] = /\/webhooks\/[0-9a-f-]{36}/.exec(made.text) ?? []
    await visitor.submit(await visitor.get(at), { type: 'broker.added' }, `${at}/test`)

    const signedOut = await crawl(new TestBrowser(origin), '/', '/partner', '/webhooks', '/operator')
    const signedIn = await crawl(visitor, '/', '/partner', '/webhooks', '/operator')
    const pages = [made, ...signedOut, ...signedIn].map((page) => ({
      ...page,
      ...read(page),
    }))
    for (const { path, status, errors, title } of pages)
      expect({ path, status, errors, title }).toEqual({ path, status: 200, errors: [], title: true })
    const paths = new Set(pages.map(({ path }) => path))
    for (const path of ['/partner/team', '/operator/outbox', '/webhooks/events', at])
      expect(paths).toContain(path)
    expect([...paths].some((path) => path.startsWith(`${at}/deliveries/`))).toBe(true)
    expect(pages.findLast(({ path }) => path === '/webhooks')?.texts).toContain(listenLine)

    const files = [...new Set(pages.flatMap(({ files: named }) => named))].toSorted()
    const served = await Promise.all(files.map((file) => fetch(origin + file)))
    expect(
      files.map((file, place) => [file, served[place]?.status, served[place]?.headers.get('content-type')]),
    ).toEqual([
      ['/assets/style.css', 200, 'text/css; charset=utf-8'],
      ['/assets/web.js', 200, 'application/javascript; charset=utf-8'],
    ])
    // Everything that is not HTML stands in those files.
    const inline = pages.flatMap(({ elements }) =>
      elements.filter(
        ({ tagName, attrs }) => tagName === 'style' || attrs.some(({ name }) => name.startsWith('on')),
      ),
    )
    expect(inline).toEqual([])
  },
)

import { onTestFinished } from 'vitest'
import { type EmbeddedOptions, type EmbeddedSandbox, startEmbedded, type TrafficEntry } from '../index.ts'
import { createPortalData, newCookieSecret, type PortalData } from './data.ts'

/** Weak hashes: tests sign in often. */
export const WEAK = { memory: 64, passes: 1, cost: 16 }

export const PASSWORD = 'correct horse battery'

/** A page as a test reads it. */
export interface SeenPage {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The path, after redirects. */
  readonly path: string
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The values that the form of a page sends unseen. */
export function hiddenOf(
  { text }: Pick<SeenPage, 'text'>,
  action: string,
): Record<string, string> | undefined {
  for (const [, to = '', body = ''] of text.matchAll(
    /<form method="post" action="([^"]*)"([\s\S]*?)<\/form>/g,
  ))
    if (unescaped(to) === action)
      return Object.fromEntries(
        [...body.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name = '', value = '']) => [name, unescaped(value)],
        ),
      )
  return undefined
}

/** The value that a page shows to be copied under a name, such as a secret. */
export function copied({ text }: Pick<SeenPage, 'text'>, name: string): string {
  const [, value] =
    new RegExp(`<dt>${name}</dt><dd><span class="copy"><code tabindex="0">([^<]*)</code>`).exec(text) ?? []
  if (value === undefined) throw new Error(`the page shows no ${name}: ${text}`)
  return unescaped(value)
}

type Fields = Readonly<Record<string, string | readonly string[]>>

/** A browser without a script: it keeps cookies, follows redirects and sends forms. */
export class TestBrowser {
  readonly origin: string
  readonly cookies = new Map<string, string>()
  constructor(origin: string) {
    this.origin = origin
  }

  async send(
    method: string,
    path: string,
    body?: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<SeenPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...headers },
      ...(body && { body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (answer.status === 303 && location !== null) return this.get(location)
    return { status: answer.status, headers: answer.headers, text, path }
  }

  get(path: string): Promise<SeenPage> {
    return this.send('GET', path)
  }

  /** Opens a page and sends one of its forms, by default the one that is sent to the page's own address. */
  async submit(on: string | SeenPage, fields: Fields = {}, action?: string): Promise<SeenPage> {
    const page = typeof on === 'string' ? await this.get(on) : on
    const to = action ?? page.path.split('?')[0] ?? ''
    const hidden = hiddenOf(page, to)
    if (hidden === undefined) throw new Error(`${page.path} has no form for ${to}: ${page.text}`)
    const body = new URLSearchParams(hidden)
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one)
    return this.send('POST', to, body)
  }
}

export interface OpenPortals {
  readonly sandbox: EmbeddedSandbox
  readonly data: PortalData
  readonly traffic: readonly TrafficEntry[]
  visitor(): TestBrowser
  operator(): Promise<TestBrowser>
  /** Somebody who is signed in, of a new organization that was approved. */
  partner(
    email: string,
    details?: { readonly company_name?: string; readonly contact_name?: string },
  ): Promise<TestBrowser>
}

/** A sandbox with its portals, which ends with the test. */
export async function openPortals(
  options: EmbeddedOptions = {},
  now: () => number = Date.now,
  attempts?: NonNullable<EmbeddedOptions['portals']>['attempts'],
): Promise<OpenPortals> {
  const traffic: TrafficEntry[] = []
  const data = createPortalData(() => new Map(), newCookieSecret())
  const sandbox = await startEmbedded({
    seed: 1,
    watched: (entry) => traffic.push(entry),
    ...options,
    portals: { now, data, passwords: WEAK, ...(attempts && { attempts }) },
  })
  onTestFinished(() => sandbox.close())
  const visitor = () => new TestBrowser(new URL(sandbox.baseUrl).origin)
  const operator = async (): Promise<TestBrowser> => {
    const one = visitor()
    await one.submit('/operator/sign-in', { secret: sandbox.controlSecret })
    return one
  }
  return {
    ...{ sandbox, data, traffic, visitor, operator },
    async partner(email, details = {}) {
      const person = visitor()
      await person.submit('/partner/register', { ...PERSON, ...details, email, password: PASSWORD })
      const admin = await operator()
      const page = await admin.get('/operator/partners')
      const [action = ''] = /\/operator\/partners\/[\w-]+\/approve/.exec(page.text) ?? []
      await admin.submit(page, {}, action)
      await person.submit('/partner/sign-in', { email, password: PASSWORD })
      return person
    },
  }
}

const PERSON = { company_name: 'Acme Brokers', contact_name: 'Ada' }

/** Every page that links lead to from some pages, each once. */
export async function crawl(
  visitor: TestBrowser,
  ...starts: readonly string[]
): Promise<readonly SeenPage[]> {
  const [seen, pages]: [Set<string>, SeenPage[]] = [new Set(starts), []]
  for (const path of seen) {
    const page = await visitor.get(path)
    pages.push(page)
    for (const [, href = ''] of page.text.matchAll(/<a href="([^"#]+)/g)) {
      const to = new URL(unescaped(href), visitor.origin + page.path)
      // Documents of the API are no pages.
      if (to.origin === visitor.origin && !to.pathname.startsWith('/api')) seen.add(to.pathname + to.search)
    }
  }
  return pages
}

import { type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { startEmbedded } from '../../../targets/sandbox/index.ts'
import { type Fake, type Seen, serve } from '../fake.ts'
import { through } from '../front.ts'
import type { Behaviour } from './behaviour.ts'

/** An answer of a right platform, before it is sent. */
export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Returns the answer that is sent instead; undefined where the function answers itself or never. */
export type Change = (answered: Answered, seen: Seen, response: ServerResponse) => Answered | undefined

/** Starts a proxy before a server that changes its answers. */
export function changing(origin: string, change: Change): Promise<Fake> {
  return serve((seen, response) => {
    const { method, url, headers, body } = seen
    const passed = request(`${origin}${url}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { statusCode: status = 500, headers: given } = answer
        const changed = change({ status, headers: given, body: Buffer.concat(chunks) }, seen, response)
        if (changed === undefined) return
        const { 'transfer-encoding': _, 'content-length': __, ...kept } = changed.headers
        response.writeHead(changed.status, kept).end(changed.body)
      })
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  })
}

/** Enough scenarios to use every endpoint, generated cases and deliveries. */
const FEW = [
  ...['service/journey', 'service/description', 'token/grant', 'status/reads', 'submit/retention-forms'],
  ...['documents/in-issued', 'bind/ready-quote', 'generated/valid-submissions', 'webhooks/events-of-a-quote'],
]

export interface Behind {
  /** Changes answers of the token endpoint and the quote API. */
  readonly api?: Change
  /** Changes answers of the operator. */
  readonly operator?: Change
  /** Changes the profile. */
  readonly profile?: (profile: Record<string, unknown>) => object
  /** Scenarios that are driven; empty: all. */
  readonly scenarios?: readonly string[]
  readonly words?: readonly string[]
  readonly answer?: string
}

const pass: Change = (answered) => answered

/** A right platform behind a proxy that changes something. */
export function behind(
  codes: readonly number[],
  {
    api = pass,
    operator = pass,
    profile = (same) => same,
    scenarios = FEW,
    words = [],
    answer = '20s',
  }: Behind,
  more: Pick<Behaviour, 'right' | 'fails'> = {},
): Behaviour {
  return {
    codes,
    ...more,
    async prepare() {
      const platform = await startEmbedded({ clock: 'virtual', seed: 1 })
      const origin = new URL(platform.baseUrl).origin
      const [line, control] = await Promise.all([
        changing(origin, api),
        changing(platform.controlUrl, operator),
      ])
      const led = through(platform.profile(), { [origin]: line, [platform.controlUrl]: control })
      const timing = { poll_interval: '500ms', rating: '10s', proposal: '10s', issue: '15s', answer }
      return {
        profile: profile({ ...led, timing }),
        words: [...scenarios.flatMap((id) => ['--scenario', id]), ...words],
        close: () => Promise.all([line.close(), control.close(), platform.close()]),
      }
    },
  }
}

export const isToken = ({ url }: Seen): boolean => url.startsWith('/oauth/token')
export const isQuote = ({ url }: Seen): boolean => /^\/api\/(submit|status|update|bind)/.test(url)
export const isDocument = ({ url }: Seen): boolean => url.startsWith('/api/document/')
export const isDescription = ({ url }: Seen): boolean => url.includes('openapi')

/** Changes only answers that match a condition and were successful. */
export const where =
  (wanted: (seen: Seen) => boolean, change: Change): Change =>
  (answered, seen, response) =>
    wanted(seen) && answered.status < 300 ? change(answered, seen, response) : answered

/** Replaces the text of a body. */
export const says =
  (text: string | Buffer | ((text: string) => string)): Change =>
  (answered) => ({
    ...answered,
    body: Buffer.from(typeof text === 'function' ? text(answered.body.toString('utf8')) : text),
  })

/** Changes the JSON of a body. */
export const json = (change: (value: Record<string, unknown>) => unknown): Change =>
  says((text) => {
    const changed = change(JSON.parse(text))
    return typeof changed === 'string' ? changed : JSON.stringify(changed)
  })

/** Changes the quote record of an answer that has one. */
export const record = (change: (data: Record<string, unknown>) => object): Change =>
  where(
    isQuote,
    json((value) => ({ ...value, data: change({ ...(value.data as object) }) })),
  )

/** A text of the given size. */
export const long = (megabytes: number, text = 'a'): string =>
  text.repeat(Math.ceil((megabytes * 1e6) / text.length))

export const nested = (depth: number, open = '[', close = ']', inner = ''): string =>
  open.repeat(depth) + inner + close.repeat(depth)

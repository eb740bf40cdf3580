import type { Exchange } from '../../conformance/exchange.ts'
import { onceFor } from '../../conformance/once.ts'
import type { RunRecord } from '../record.ts'
import type { Chain } from './chain.ts'
import { clientId, type Needs } from './credentials.ts'
import { hasSecret, type Known } from './variables.ts'

/** An address of the run, and the variable that stands for it. */
export interface KnownAddress {
  readonly variable: string
  readonly shell: string
  /** Its default value; absent where it contains a secret. */
  readonly text: string
}

/** The variable of a script that holds the id of a quote. */
export const quoteVariable = (id: string, quotes: readonly string[]): string =>
  `quote_${quotes.indexOf(id) + 1}`

/**
 * The addresses of some exchanges: of the API, the token endpoint and the operator. A run on the embedded sandbox has several
 * of each; a script needs only those of its own exchanges.
 */
export function knownAddresses(
  { started }: RunRecord,
  exchanges: readonly Exchange[],
): readonly KnownAddress[] {
  const { pathname } = new URL(started.target.baseUrl)
  const path = pathname.replace(/\/$/, '')
  const of = (variable: string, texts: Iterable<string>): readonly KnownAddress[] =>
    [...new Set(texts)].map((text) => ({ variable, shell: `$${variable}`, text }))
  const urls = (wanted: (exchange: Exchange) => boolean) =>
    exchanges.filter(wanted).flatMap(({ request }) => (URL.canParse(request.url) ? request.url : []))
  const operators = of(
    'QUOTE_OPERATOR_URL',
    urls(({ operation }) => operation === 'operator').map((url) => new URL(url).origin),
  )
  return [
    ...of(
      'QUOTE_BASE_URL',
      urls(({ request }) => request.credentials !== undefined).map((url) => new URL(url).origin + path),
    ),
    ...of(
      'QUOTE_AUTH_URL',
      urls(({ operation }) => operation === 'token').map((url) => url.split('?', 1)[0] ?? ''),
    ),
    ...operators.flatMap(({ text }, index) =>
      of(index === 0 ? 'QUOTE_OPERATOR_URL' : `QUOTE_OPERATOR_URL_${index + 1}`, [text]),
    ),
  ].filter(({ text }) => !hasSecret(text))
}

/** The client ids in the token requests of a run, with the clients that they belong to. */
const clientsIn = onceFor(({ scenarios }: RunRecord): readonly (readonly [id: string, of: string])[] => {
  const requests = scenarios.flatMap(({ exchanges }) => exchanges).map(({ request }) => request)
  const clients = requests.flatMap(({ client, body }) => {
    const id = client === undefined ? null : new URLSearchParams(body).get('client_id')
    return id === null || client === undefined || client.id === 'unknown' ? [] : [[id, client.id] as const]
  })
  return [...new Map(clients)]
})

/** Ids of the finished run, and the variables that stand for them. */
export function knownOf(record: RunRecord, { quotes }: Chain, needs: Needs): readonly Known[] {
  return [
    ...quotes.map((id) => ({ text: id, shell: `$${quoteVariable(id, quotes)}` })),
    ...clientsIn(record).flatMap(([text, id]) => {
      const shell = clientId({ id, secret: id }, (name) => name)
      // Only variables that the script uses have to be set.
      return shell === undefined ? [] : [{ text, shell, used: () => void needs(shell.slice(1)) }]
    }),
  ]
}

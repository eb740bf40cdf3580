import type { Exchange } from '../../conformance/exchange.ts'
import { authorization, integrationKey, type Needs } from './credentials.ts'
import { plainHeaders, type RequestParts, type SendingContext } from './parts.ts'
import { type PosixPiece, posixWord, printed } from './posix.ts'
import { tokenParts } from './token-request.ts'
import { hasSecret, type Known, spliced, upper } from './variables.ts'

/** Writes the commands that send the request of an exchange; undefined where it contains something that no script can have. */
export function sendCommands(exchange: Exchange, sending: SendingContext): readonly string[] | undefined {
  const parts = exchange.operation === 'token' ? tokenParts(exchange, sending) : partsOf(exchange, sending)
  if (parts === undefined) return undefined
  const { headers, body, url } = parts
  return [
    ': > "$work/headers"',
    ...headers.map((header) => `line ${posixWord(header)}`),
    ...(body === undefined ? [] : [`${printed(body)} > "$work/sent"`]),
    `send ${posixWord([{ text: exchange.request.method }])} ${posixWord(url)}`,
  ]
}

function partsOf(
  { operation, request }: Exchange,
  { known, needs }: SendingContext,
): RequestParts | undefined {
  const { credentials, body, url } = request
  const secrets =
    operation === 'operator'
      ? operatorHeaders(request, needs)
      : credentials && [authorization(credentials.token, needs), ...keyHeaders(credentials.key, needs)]
  const written = [...plainHeaders(request, known), ...(secrets ?? [])]
  const headers = written.filter((header) => header !== undefined)
  const token = { shell: '$(for_form "$token_own")' }
  const address = credentials?.token === 'in-query' ? withToken(url, token, known) : spliced(url, known)
  const left = address.some((piece) => 'text' in piece && hasSecret(piece.text))
  if (headers.length < written.length || left || hasSecret(body ?? '')) return undefined
  return {
    headers: headers.filter((header) => header.length > 0),
    url: address,
    ...(body !== undefined && { body: spliced(body, known) }),
  }
}

/** The headers with the integration key: as many as the request had. */
function keyHeaders(choice: string, needs: Needs): readonly ReturnType<typeof integrationKey>[] {
  const header = integrationKey(choice, needs)
  return choice === 'wrong-twice' ? [header, header] : [header]
}

/** An operator's headers with secrets, each secret as a variable. */
function operatorHeaders({ headers }: Exchange['request'], needs: Needs): readonly (readonly PosixPiece[])[] {
  return headers.flatMap(([name, value]) => {
    if (!hasSecret(value)) return []
    const shell = `$${needs(`QUOTE_OPERATOR_${upper(name)}`)}`
    const scheme = /^(Bearer|Basic) /i.exec(value)?.[0] ?? ''
    return [[{ text: `${name}: ${scheme}` }, { shell }]]
  })
}

function withToken(url: string, token: PosixPiece, known: readonly Known[]): readonly PosixPiece[] {
  const [before = '', after = ''] = url.split(/access_token=[^&]*/)
  return [...spliced(`${before}access_token=`, known), token, ...spliced(after, known)]
}

import type { Exchange } from '../../conformance/exchange.ts'
import { isObject } from '../../conformance/json/object.ts'
import { parseJson } from '../../conformance/json/parse.ts'
import { clientId, clientSecret } from './credentials.ts'
import { plainHeaders, type RequestParts, type SendingContext } from './parts.ts'
import type { PosixPiece } from './posix.ts'
import { hasSecret, spliced } from './variables.ts'

/** The fields of a token request, encoded as they were sent. */
export function tokenParts(
  { request }: Exchange,
  { known, needs }: SendingContext,
): RequestParts | undefined {
  const { client = { id: 'own', secret: 'own' }, body, url } = request
  const secret = clientSecret(client, needs)
  const id = clientId(client, needs)
  const headers = plainHeaders(request, known).filter((header) => header !== undefined)
  const json = parseJson(body)
  /** The value of a field. If it is a variable, a function of the script encodes it. */
  const fieldOf = (name: string, encoder: string): PosixPiece | undefined => {
    if (name === 'client_id') return id === undefined ? undefined : { shell: `$(${encoder} "${id}")` }
    if (name !== 'client_secret' || secret === undefined) return undefined
    return 'text' in secret ? secret : { shell: `$(${encoder} "${secret.shell}")` }
  }
  const inForm = (text: string): readonly PosixPiece[] =>
    text.split('&').flatMap((field, index) => {
      const [name = ''] = field.split('=', 1)
      const value = fieldOf(name, 'for_form')
      const start = index === 0 ? '' : '&'
      return value === undefined ? [{ text: start + field }] : [{ text: `${start}${name}=` }, value]
    })
  const [path = '', query] = url.split('?', 2)
  const parts = {
    headers,
    url: [...spliced(path, known), ...(query === undefined ? [] : [{ text: '?' }, ...inForm(query)])],
    ...(body !== undefined && { body: isObject(json) ? inJson(json, fieldOf) : inForm(body) }),
  }
  const pieces = [...parts.url, ...(parts.body ?? [])]
  return pieces.some((piece) => 'text' in piece && hasSecret(piece.text)) ? undefined : parts
}

function inJson(
  fields: Record<string, unknown>,
  fieldOf: (name: string, encoder: string) => PosixPiece | undefined,
): readonly PosixPiece[] {
  const members = Object.entries(fields).flatMap(([name, value], index): readonly PosixPiece[] => {
    const start = `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    const own = fieldOf(name, 'for_json')
    return own === undefined
      ? [{ text: start + JSON.stringify(value) }]
      : [{ text: `${start}"` }, own, { text: '"' }]
  })
  return [{ text: '{' }, ...members, { text: '}' }]
}

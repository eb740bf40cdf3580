import type { Exchange } from '../conformance/exchange.ts'
import { printfCommand, shellWord, type WordPiece } from './shell.ts'

/** A redacted secret in an exchange, either plain or encoded for a form or a query. */
const redacted = /\[redacted\]|%5Bredacted%5D/gi

/** The variable for a secret, chosen by the word before the secret. */
const variables: readonly (readonly [word: RegExp, variable: string])[] = [
  [/authorization|access_token|bearer/i, 'QUOTE_ACCESS_TOKEN'],
  [/integration.key/i, 'QUOTE_INTEGRATION_KEY'],
  [/client.secret/i, 'QUOTE_CLIENT_SECRET'],
  [/client.id/i, 'QUOTE_CLIENT_ID'],
  [/signing.secret/i, 'QUOTE_SIGNING_SECRET'],
]

/** Headers that curl adds by itself. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
])

/**
 * Writes the request of an exchange as a one-line shell command. Secrets become variables: `$QUOTE_ACCESS_TOKEN`,
 * `$QUOTE_INTEGRATION_KEY`, `$QUOTE_CLIENT_SECRET`. A wrong credential has its kind as a suffix
 * (`$QUOTE_ACCESS_TOKEN_TAMPERED`).
 */
export function curlLine({ request }: Exchange): string {
  const words = ['curl', '-sS', '-i', '-g', '--path-as-is', '-X', shellWord([{ text: request.method }])]
  const headers = request.headers.filter(([name]) => !ownHeaders.has(name.toLowerCase()))
  for (const [name, value] of headers) {
    // With `name;` curl sends a header without a value.
    const header = value === '' ? `${name};` : `${name}: ${value}`
    words.push('-H', shellWord(splice(header, request)))
  }
  // No command line argument can hold NUL, so such a body is sent through a pipe.
  const hasNul = request.body?.includes('\0') ?? false
  if (request.body !== undefined) {
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push('-H', 'content-type:')
    // --data-raw sends a body that begins with @ unchanged, unlike --data-binary.
    const data = hasNul ? ['--data-binary', '@-'] : ['--data-raw', shellWord(splice(request.body, request))]
    words.push(...data)
  }
  words.push(shellWord(splice(request.url, request)))
  const line = words.join(' ')
  return hasNul ? `${printfCommand(splice(request.body ?? '', request))} | ${line}` : line
}

/** Puts variables in place of secrets. */
function splice(text: string, request: Exchange['request']): WordPiece[] {
  const pieces: WordPiece[] = []
  let from = 0
  for (const match of text.matchAll(redacted)) {
    const before = text.slice(from, match.index)
    pieces.push({ text: before }, { variable: variableFor(before, request) })
    from = match.index + match[0].length
  }
  pieces.push({ text: text.slice(from) })
  return pieces.filter((piece) => 'variable' in piece || piece.text !== '')
}

function variableFor(before: string, { credentials, client }: Exchange['request']): string {
  // The name directly before the secret decides which secret it is.
  const near = before.slice(-40)
  const [name] = variables
    .flatMap(([word, variable]) => {
      const all = [...near.matchAll(new RegExp(word.source, 'gi'))]
      return all.length === 0 ? [] : [{ variable, at: all.at(-1)?.index ?? 0 }]
    })
    .toSorted((one, other) => other.at - one.at)
  if (name?.variable === 'QUOTE_ACCESS_TOKEN') return chosen(name.variable, credentials?.token)
  if (name?.variable === 'QUOTE_INTEGRATION_KEY') return chosen(name.variable, credentials?.key)
  if (name?.variable === 'QUOTE_CLIENT_SECRET') return chosen(name.variable, client?.secret)
  return name?.variable ?? 'QUOTE_SECRET'
}

/** Choices that send the right secret, in the usual place or in another one. */
const right = new Set(['own', 'primary', 'basic-scheme', 'no-scheme', 'in-query'])
/** Choices that send one secret in place of another. */
const swapped: Readonly<Record<string, string>> = {
  'integration-key': 'QUOTE_INTEGRATION_KEY',
  'client-secret': 'QUOTE_CLIENT_SECRET',
}

function chosen(variable: string, choice: string | undefined): string {
  if (choice === undefined || right.has(choice)) return variable
  return swapped[choice] ?? `${variable}_${choice.replace(/[^a-z0-9]+/gi, '_').toUpperCase()}`
}

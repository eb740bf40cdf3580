/** A client id that no portal ever issued. It is no secret and stays readable in the evidence. */
export const UNKNOWN_CLIENT = 'm2m-unknown-00000000-0000-4000-8000-000000000000'

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/**
 * The text with one letter or digit at or after its middle replaced by another of its kind. The last character is left
 * alone where possible: in base64 some of its bits mean nothing.
 */
export function tampered(text: string): string {
  const middle = Math.floor(text.length / 2)
  const order = [...text]
    .map((_, index) => (middle + index) % text.length)
    .filter((index) => index < text.length - 1)
  for (const index of [...order, text.length - 1]) {
    const next = text[index + 1]
    // The character before a dot is the last one of a JWT's segment.
    if (next === '.' && order.length > 1) continue
    const other = replacement(text[index] ?? '')
    if (other !== undefined) return text.slice(0, index) + other + text.slice(index + 1)
  }
  return `${text}x`
}

function replacement(char: string): string | undefined {
  const alphabet = ALPHABETS.find((letters) => letters.includes(char))
  return alphabet?.[(alphabet.indexOf(char) + 5) % alphabet.length]
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** A base64 text may end with padding; some decoders ignore everything after it. */
const PADDED = /^(.*?)(=*)$/s

/**
 * The text with its last character before any padding replaced. The replacement changes the highest bit of a base64 digit: the
 * lowest bits of the last digit may mean nothing.
 */
export function tamperedAtEnd(text: string): string {
  const [, body = '', padding = ''] = PADDED.exec(text) ?? []
  const place = BASE64.indexOf(body.at(-1) ?? ' ')
  return `${body.slice(0, -1)}${place < 0 ? 'x' : BASE64[place ^ 32]}${padding}`
}

/** In hex and in base64 these characters are whole bytes. */
const MORE = 'abab'

/** The text with more characters at its end. */
export const prolonged = (text: string): string => text + MORE

/** A token with more characters, before any padding: a decoder may rightly stop at padding. */
export const prolongedToken = (token: string): string => token.replace(PADDED, `$1${MORE}$2`)

/** The first half of a text. */
export const truncated = (text: string): string => text.slice(0, Math.floor(text.length / 2))

/** The text with its upper- and lower-case letters swapped; undefined when it has none. */
export function swappedCase(text: string): string | undefined {
  const swapped = text.replace(/[a-zA-Z]/g, (char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  )
  return swapped === text ? undefined : swapped
}

/** The claims of a JWT under `alg: none`, without signature; undefined when the token is no JWT. */
export function unsigned(token: string): string | undefined {
  const [head, claims, , ...more] = token.split('.')
  if (head === undefined || claims === undefined || more.length > 0 || token.split('.').length !== 3)
    return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
    if (typeof parsed !== 'object' || parsed === null || !('alg' in parsed)) return undefined
    const header = Buffer.from(JSON.stringify({ ...parsed, alg: 'none' })).toString('base64url')
    return `${header}.${claims}.`
  } catch {
    return undefined
  }
}

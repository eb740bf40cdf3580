const FIELD =
  '(?:[\\w-]*(?:secret|password|api_?key|integration_?key|webhook_?key)|access_?token|refresh_?token|id_?token|client_assertion)'
const SECRET_NAME = new RegExp(`^${FIELD}$`, 'i')
const LONGEST_NAME = 64
const IN_JSON = /"([\w-]{1,64})"\s{0,64}:\s{0,64}/g
const IN_FORM = /(^|[?&\s])([\w-]{1,64})=([^&\s"#]+)/g
const FIELD_MARK = /["=]/
const NUMBER = /-?\d[\d.eE+-]{0,400}/y

/** True for the name of a field whose value is always a secret. */
export const isSecretName = (name: string): boolean => name.length <= LONGEST_NAME && SECRET_NAME.test(name)

/** A text with the values of secret fields replaced; the type of JSON values stays visible. */
export function withoutFields(text: string, put: string): string {
  // Skips the work below for texts without fields, as nearly every URL is.
  if (!FIELD_MARK.test(text)) return text
  return withoutJsonFields(text, put).replace(IN_FORM, (all, before: string, name: string) =>
    isSecretName(name) ? `${before}${name}=${put}` : all,
  )
}

/** Not a regular expression, since the value may have any length and need not end. */
function withoutJsonFields(text: string, put: string): string {
  let out = ''
  let kept = 0
  for (const match of text.matchAll(IN_JSON)) {
    if (match.index < kept || !isSecretName(match[1] ?? '')) continue
    const start = match.index + match[0].length
    NUMBER.lastIndex = start
    const number = NUMBER.exec(text)?.[0]
    const end = text[start] === '"' ? endOfText(text, start + 1) : start + (number?.length ?? 0)
    // An empty text is no secret, and neither is null.
    if (end === start || end === start + 2) continue
    out += text.slice(kept, start) + (number === undefined ? `"${put}"` : '0')
    kept = end
  }
  return kept === 0 ? text : out + text.slice(kept)
}

/** The place behind the quotation mark that ends a JSON text; the end of the whole text where none does. */
function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '"') return at + 1
  }
  return text.length
}

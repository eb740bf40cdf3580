const MIN_INNER_BASE64 = 8
const MIN_HEX = 16

/**
 * The guises in which a secret may turn up in a text: as it is, escaped for JSON, HTML or a URL, as base64 on its own or
 * inside something longer, and as UTF-8 bytes that were read as Latin-1.
 */
export function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const encoded = [
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    strictly(secret),
  ]
  return [
    ...new Set([
      secret,
      json,
      json.replaceAll('/', '\\/'),
      // A JSON text inside a JSON text.
      ...[json, json.replaceAll('/', '\\/')].map((text) => JSON.stringify(text).slice(1, -1)),
      unicodeEscaped(json, (char) => /[^ -~]/.test(char)),
      unicodeEscaped(json, (char) => /[^ -~]|[&<>'+=]/.test(char)),
      secret
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
      ...encoded,
      ...encoded.map(smallHex),
      // A URL inside a URL.
      ...encoded.flatMap((text) => [encodeURIComponent(text), encodeURIComponent(smallHex(text))]),
      ...inHex(Buffer.from(secret, 'utf8')),
      Buffer.from(secret, 'utf8').toString('latin1'),
      ...inBase64(Buffer.from(secret, 'utf8')),
    ]),
  ]
}

const smallHex = (encoded: string): string =>
  encoded.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())

function inHex(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  // Short runs of digits stand everywhere.
  return hex.length < MIN_HEX ? [] : [hex, hex.toUpperCase()]
}

function strictly(secret: string): string {
  return encodeURIComponent(secret).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function unicodeEscaped(json: string, picked: (char: string) => boolean): string {
  return json.replace(/[\s\S]/g, (char) =>
    picked(char) ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char,
  )
}

/** Base64 of the bytes, and the characters that stand for them wherever in a longer text they begin. */
function inBase64(bytes: Buffer): readonly string[] {
  const inner = [0, 1, 2].map((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const certainEnd = Math.floor(((offset + bytes.length) * 8) / 6)
    return all.slice(Math.ceil((offset * 8) / 6), certainEnd)
  })
  return [bytes.toString('base64'), ...inner.filter((text) => text.length >= MIN_INNER_BASE64)].flatMap(
    (text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')],
  )
}

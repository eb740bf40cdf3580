/** The client and the secret under Basic, as they stand and as they are in a form (RFC 6749, section 2.3.1); empty for another scheme. */
export function basicIn(value: string): readonly (readonly [id: string, secret: string])[] {
  const [, encoded] = /^basic +(\S+)$/i.exec(value) ?? []
  if (encoded === undefined) return []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon === -1) return []
  const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  return [
    [id, secret],
    [decoded(id), decoded(secret)],
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

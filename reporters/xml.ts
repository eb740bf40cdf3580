/** One XML element with its attributes; its content is written already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const start = `<${name}${written.join('')}`
  if (content.length === 0) return `${start}/>`
  const block = content.some((part) => part.startsWith('<'))
  return block ? `${start}>\n${content.join('\n')}\n</${name}>` : `${start}>${content.join('')}</${name}>`
}

/** Text as XML. XML 1.0 knows no way at all to write most control characters, so they become a replacement character. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

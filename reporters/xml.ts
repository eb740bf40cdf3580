import { escapeXml } from '../conformance/xml.ts'

/** One XML element with its attributes. Its content must be XML already. */
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

/** A piece of a TypeScript source: code, a comment, or the text of a string or template. */
export interface Part {
  readonly kind: 'code' | 'comment' | 'string' | 'pattern'
  readonly text: string
}

/** A regular expression begins where a value may begin, so after one of these, or at the start. */
const BEFORE_PATTERN = /(?:^|[=(,:[!&|?{};>]|\breturn)\s*$/
const PATTERN = /\/(?![/*])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** Splits a TypeScript or JavaScript source into its parts, in order. Quotes belong to the code; joined again the parts are the source. */
export function partsOf(source: string): readonly Part[] {
  const parts: Part[] = []
  /** For each open placeholder of a template, the number of braces that are open in it. */
  const placeholders: number[] = []
  let code = ''
  let at = 0
  const add = (kind: Part['kind'], text: string) => {
    if (code !== '') parts.push({ kind: 'code', text: code })
    code = ''
    if (text !== '') parts.push({ kind, text })
    at += text.length
  }
  const upTo = (end: number) => source.slice(at, end === -1 ? source.length : end)
  const template = () => {
    add('string', upTo(endOf(source, at, ['`', '${'])))
    const mark = source.startsWith('${', at) ? '${' : source.slice(at, at + 1)
    if (mark === '${') placeholders.push(0)
    code += mark
    at += mark.length
  }
  while (at < source.length) {
    const two = source.slice(at, at + 2)
    const one = two.slice(0, 1)
    PATTERN.lastIndex = at
    const pattern = one === '/' && BEFORE_PATTERN.test(code.slice(-40)) ? PATTERN.exec(source) : null
    if (two === '//') add('comment', upTo(source.indexOf('\n', at)))
    else if (two === '/*') add('comment', upTo(source.indexOf('*/', at) + 2))
    else if (pattern !== null) add('pattern', pattern[0])
    else {
      code += one
      at += 1
      const inside = placeholders.length - 1
      if (one === "'" || one === '"') add('string', upTo(endOf(source, at, [one, '\n'])))
      if (one === "'" || one === '"') code += source.slice(at, ++at)
      else if (one === '`') template()
      else if (one === '{' && inside >= 0) placeholders[inside] = (placeholders[inside] ?? 0) + 1
      else if (one === '}' && inside >= 0) {
        if (placeholders[inside] === 0) {
          placeholders.pop()
          template()
        } else placeholders[inside] = (placeholders[inside] ?? 0) - 1
      }
    }
  }
  add('code', '')
  return parts
}

/** The place of the next of some marks that no backslash escapes. */
function endOf(source: string, from: number, marks: readonly string[]): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (marks.some((mark) => source.startsWith(mark, at))) return at
  }
  return source.length
}

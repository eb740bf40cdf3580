import type { Finding } from '../../../conformance/verdict.ts'
import { el } from './dom.ts'

export type Line = { text: string; pointer: string | undefined }

/** Writes a JSON value in lines, each with the JSON Pointer of the value that begins in it. */
function jsonLines(value: unknown, pointer = '', indent = '', before = '', after = ''): Line[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return [{ text: `${indent}${before}${JSON.stringify(value)}${after}`, pointer }]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  const inside = entries.flatMap(([name, inner], index) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `
    const step = name.replaceAll('~', '~0').replaceAll('/', '~1')
    const comma = index < entries.length - 1 ? ',' : ''
    return jsonLines(inner, `${pointer}/${step}`, `${indent}  `, label, comma)
  })
  return [
    { text: `${indent}${before}${open}`, pointer },
    ...inside,
    { text: `${indent}${close}${after}`, pointer: undefined },
  ]
}

/** The lines that findings point at: the named member if it exists, else the value that should contain it. */
function marked(lines: readonly Line[], findings: readonly Finding[]): Map<Line, Finding> {
  const marks: Map<Line, Finding> = new Map()
  for (const finding of findings) {
    if (!finding.at?.startsWith('/')) continue
    for (let at = finding.at; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const line = lines.find(({ pointer }) => pointer === at)
      if (line !== undefined) marks.set(line, finding)
      if (line !== undefined || at === '') break
    }
  }
  return marks
}

/** A body: JSON in lines with the differences marked, anything else unchanged. */
export function body(text: string | undefined, findings: readonly Finding[], label: string) {
  if (text === undefined || text === '') return el('p', { class: 'none' }, `no ${label}`)
  const lines = linesOf(text)
  const marks = marked(lines, findings)
  return el(
    'pre',
    { class: 'body', tabindex: 0, 'aria-label': label },
    ...lines.flatMap((line) => {
      const finding = marks.get(line)
      if (finding === undefined) return [`${line.text}\n`]
      const note = `  ← expected ${finding.expected}`
      return [el('mark', {}, line.text, el('span', { class: 'note' }, note)), '\n']
    }),
  )
}

function linesOf(text: string): Line[] {
  try {
    return jsonLines(JSON.parse(text))
  } catch {
    return [{ text, pointer: undefined }]
  }
}

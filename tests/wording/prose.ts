/** Comments of a TypeScript source, each as one line of text; neighbouring line comments count as one. */
export function commentsOf(source: string): readonly string[] {
  const comments: string[] = []
  let lineEnd = -1
  for (const match of source.matchAll(TOKEN)) {
    const { block, line } = match.groups ?? {}
    const { index } = match
    if (block !== undefined) comments.push(block.replaceAll(/^\s*\* ?/gm, ''))
    if (line === undefined) continue
    const isNext =
      lineEnd !== -1 &&
      source.slice(lineEnd, index).trim() === '' &&
      !/\n\s*\n/.test(source.slice(lineEnd, index))
    if (isNext) comments.push(`${comments.pop()} ${line}`)
    else comments.push(line)
    lineEnd = index + match[0].length
  }
  return comments
    .flatMap((comment) => comment.split(/\n\s*\n|\n(?=\s*@|\s*- )/))
    .map(oneLine)
    .filter((text) => text !== '')
}

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/
/** A template literal, with at most one more inside each of its placeholders. */
const TEMPLATE = /`(?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\})*`/
/** A regular expression literal, at places where a value may begin. */
const PATTERN = /(?<=[=(,:[!&|?{;>]\s*)\/(?![/*])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//
const COMMENT = /\/\*\*?(?<block>[\s\S]*?)\*\/|\/\/(?<line>[^\n]*)/
/** Literals come first, so that a comment mark inside one is no comment. */
const TOKEN = new RegExp([STRING, TEMPLATE, PATTERN, COMMENT].map(({ source }) => source).join('|'), 'g')

/** Paragraphs, titles, list items and table cells of a Markdown text, each as one line; code blocks are left out. */
export function proseOf(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/```[\s\S]*?```/g, '\n\n')
    .replaceAll(/^(?: {4,}|\t)\S.*$/gm, '')
    .replaceAll(/^#+ (.*)$/gm, '\n$1\n')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '\n\n')
    .split(/\n\s*\n|\n(?=\|)/)
    .flatMap((text) => (text.trimStart().startsWith('|') ? text.split('|') : [text]))
    .map(oneLine)
    .filter((text) => /\w/.test(text))
}

/** Sentences of a text. Abbreviations, clauses such as 4.rule.5 and code do not end one. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/\be\.g\. |\bi\.e\. /g, '')
    .split(/(?<=[.!?]["')*]*)\s+/)
    .filter((sentence) => /\w/.test(sentence))
}

/** Words of a sentence; a piece of code or a link counts as one. */
export function wordsOf(sentence: string): readonly string[] {
  return sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((word) => /\w/.test(word))
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

import { wrapped } from '../reporters/index.ts'

/**
 * Formats a name with a text beside it. The text wraps at the width of the terminal. It goes below the name where it would be
 * too narrow. Without a terminal everything is on one line, for grep.
 *
 * @param width of the column of names
 * @param columns of the terminal
 */
export function entry(name: string, text: string, width: number, columns: number | undefined): string {
  if (columns === undefined) return `  ${name.padEnd(width)}  ${text}\n`
  const beside = columns - width - 4
  const longest = Math.max(...text.split(' ').map((word) => word.length))
  const fits = beside >= Math.max(LEAST, longest)
  const lines = wrapped(text, fits ? beside : Math.max(columns - 6, LEAST))
  const indent = ' '.repeat(fits ? width + 4 : 6)
  const [first = '', ...more] = fits && name.length <= width ? lines : ['', ...lines]
  const head = first === '' ? `  ${name}` : `  ${name.padEnd(width)}  ${first}`
  return `${[head, ...more.map((line) => indent + line)].join('\n')}\n`
}

/** With fewer columns a text is hard to read. */
const LEAST = 24

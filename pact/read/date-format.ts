/** The letters of date formats in Pact files, as in Java, with their patterns. */
const LETTERS: readonly (readonly [letters: RegExp, pattern: (run: string) => string])[] = [
  [/^[yu]+/, (run) => (run.length === 2 ? '\\d{2}' : '\\d{4}')],
  [/^[ML]+/, (run) => (run.length > 2 ? '[A-Za-z]{3,}' : digits(run))],
  [/^S+/, (run) => `\\d{${run.length}}`],
  [/^n+/, () => '\\d{1,9}'],
  [/^[dHhKkms]+/, digits],
  [/^D+/, () => '\\d{1,3}'],
  [/^[Ee]+/, () => '[A-Za-z]{3,}'],
  [/^a+/, () => '[AaPp]\\.?[Mm]\\.?'],
  [/^X+/, (run) => `(?:Z|${offset(run.length)})`],
  [/^Z+/, (run) => (run.length > 4 ? `(?:Z|${offset(3)})` : '(?:Z|[+-]\\d{4})')],
  [/^x+/, (run) => offset(run.length)],
  [/^[zVvO]+/, () => '[A-Za-z_/+:\\d-]+'],
]

function digits(run: string): string {
  return run.length === 1 ? '\\d{1,2}' : `\\d{${run.length}}`
}

function offset(letters: number): string {
  if (letters === 1) return '[+-]\\d{2}(?:\\d{2})?'
  return letters === 2 ? '[+-]\\d{4}' : '[+-]\\d{2}:\\d{2}'
}

/** Makes a pattern of a date format: `yyyy-MM-dd'T'HH:mm:ss.SSSX`. */
export function datePattern(format: string): RegExp {
  let pattern = ''
  let rest = format
  while (rest !== '') {
    const quoted = /^'((?:[^']|'')*)'/.exec(rest)
    const letter = LETTERS.find(([letters]) => letters.test(rest))
    if (quoted !== null) {
      pattern += escaped(quoted[1] === '' ? "'" : (quoted[1] ?? '').replaceAll("''", "'"))
      rest = rest.slice(quoted[0].length)
    } else if (letter !== undefined) {
      const run = letter[0].exec(rest)?.[0] ?? ''
      pattern += letter[1](run)
      rest = rest.slice(run.length)
    } else {
      pattern += rest[0] === '[' || rest[0] === ']' ? '' : escaped(rest[0] ?? '')
      rest = rest.slice(1)
    }
  }
  return new RegExp(`^${pattern}$`)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

import { printable, shorten } from './printable.ts'
import type { Style } from './style.ts'
import { wrapped } from './wrapped.ts'

/** A key that a profile lacks, or has wrong, and why that keeps a requirement from being judged. */
export interface Lacking {
  readonly key: string
  readonly why: string
  /** True for a key that no requirement waits for. */
  readonly optional?: true
}

const LONGEST = 160
/** The widest line, where no key is wider. */
const COLUMNS = 100
/** Stands for the number and the blanks around it. */
const INDENT = ' '.repeat(11)
const ALL = Number.POSITIVE_INFINITY

/** How a requirement is counted that waits for several keys. The checks of one that was judged wait for one key each. */
type Counted = 'at each' | 'at the first' | 'checks'

const HEADINGS: Readonly<Record<Counted, readonly string[]>> = {
  'at each': requirementsCounted('at each'),
  'at the first': requirementsCounted('at the first'),
  checks: ['to add for further checks of requirements that were judged, with the number of checks:'],
}

function requirementsCounted(where: string): readonly string[] {
  return [
    'to add or correct in the profile, with the number of requirements that need it:',
    `  (a requirement that needs several keys counts ${where})`,
  ]
}

/**
 * Lists what to add to a profile: each key once, with the number of requirements or checks that it lets be judged, most first.
 *
 * @param lacking an entry for each requirement, or check, that waits for a key
 * @param most number of keys that are named
 */
export function missingKeyLines(
  lacking: readonly Lacking[],
  style: Style,
  { most = ALL, counted = 'at each' }: { readonly most?: number; readonly counted?: Counted } = {},
): readonly string[] {
  const rows = [...Map.groupBy(lacking, ({ key }) => key)]
    .map(([key, own]) => ({ key, many: own.filter((one) => one.optional !== true).length, why: whyOf(own) }))
    .toSorted((one, other) => other.many - one.many || (one.key < other.key ? -1 : 1))
  if (rows.length === 0) return []
  const shown = rows.slice(0, most)
  const width = Math.max(...shown.map(({ key }) => key.length))
  const left = rows.slice(most)
  const [title = '', ...notes] = HEADINGS[counted]
  const others = left.reduce((sum, { many }) => sum + many, 0)
  return [
    '',
    style('bold', title),
    ...notes,
    ...(rows.some(({ many }) => many === 0) ? ['  (. where only a run shows how many)'] : []),
    ...shown.flatMap(({ key, many, why }) => {
      const [first = '', ...more] = wrapped(printable(why), COLUMNS - width - INDENT.length)
      const head = `  ${(many === 0 ? '.' : String(many)).padStart(5)}  ${key.padEnd(width)}  ${first}`
      return [head, ...more.map((line) => INDENT + ' '.repeat(width) + line)]
    }),
    ...(left.length === 0 ? [] : [`  ${String(others).padStart(5)}  with ${left.length} other keys`]),
  ]
}

/** The most frequent of the reasons for one key. */
function whyOf(own: readonly Lacking[]): string {
  const [first, ...others] = [...Map.groupBy(own, ({ why }) => why)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([why]) => why)
  const more = others.length === 0 ? '' : ` (and ${others.length} more reasons)`
  return shorten(first ?? '', LONGEST) + more
}

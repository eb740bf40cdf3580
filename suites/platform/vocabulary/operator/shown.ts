import { isObject } from '../../../../conformance/json/object.ts'
import { plainText } from '../../../../conformance/json/plain-text.ts'

/** A primitive value in what a portal shows, and its name. */
interface Leaf {
  readonly name: string
  /** The names that lead to the value, its own last. */
  readonly path: string
  readonly value: string | number | boolean
  readonly depth: number
}

const isLeaf = (value: unknown): value is Leaf['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/**
 * Finds all primitive values, those nearest to the top first: nesting and names are the portal's choice. It yields them one by one,
 * since a portal may show a million.
 */
export function* leavesOf(shown: unknown): Generator<Leaf, void> {
  if (isLeaf(shown)) yield { name: '', path: '', value: shown, depth: 0 }
  const open: (Pick<Leaf, 'name' | 'path' | 'depth'> & { readonly value: unknown })[] = [
    { name: '', path: '', value: shown, depth: 1 },
  ]
  // The loop below appends to this list.
  for (const { name, path, value, depth } of open) {
    const parts: Iterable<readonly [string, unknown]> = Array.isArray(value)
      ? value.values().map((item) => [name, item] as const)
      : isObject(value)
        ? Object.entries(value)
        : []
    for (const [key, part] of parts) {
      const below = Array.isArray(value) ? path : `${path}/${key}`
      if (isLeaf(part)) yield { name: key, path: below, value: part, depth }
      else if (part !== null) open.push({ name: key, path: below, value: part, depth: depth + 1 })
    }
  }
}

/** Status words of an envelope around the thing that is shown. */
const ENVELOPE = /^(success|ok)$/i

/** A thing with a status that a portal shows. */
export interface Thing {
  /** The words for its status. */
  readonly words: readonly string[]
  /** Matches names of other things, whose status may stand beside its own. */
  readonly others: RegExp
}

/** A partner account. Its page may also show what belongs to it. */
export const ACCOUNT: Thing = {
  words: ['pending', 'active', 'denied', 'disabled'],
  others: /client|key|endpoint|webhook/i,
}

/** An M2M client. Its page may also show its account. */
export const CLIENT: Thing = {
  words: ['active', 'inactive'],
  others: /(?<!service[-_ ]?)account|partner|compan|organi[sz]ation/i,
}

/**
 * Finds the status word of a thing: the value named `status` nearest to the top, or else one of the known words. Values of other
 * things count only where none of its own is found so.
 */
export function statusIn(shown: unknown, { words, others }: Thing): string | undefined {
  const all = [...leavesOf(shown).filter(({ value }) => typeof value === 'string')]
  const inside = all.filter(({ depth, value }) => depth !== 1 || !ENVELOPE.test(plainText(value)))
  const own = inside.filter(({ path }) => !others.test(path))
  const isWord = ({ value }: Leaf) => words.includes(plainText(value).toLowerCase())
  const found =
    own.find(isNamedStatus) ??
    wordIn(own.filter(isWord), words) ??
    wordIn(inside, words) ??
    wordIn(all, words)
  return found === undefined ? undefined : plainText(found.value)
}

const isNamedStatus = ({ name, depth }: Leaf): boolean => depth === 0 || /^status$/i.test(name)

const wordIn = (texts: readonly Leaf[], words: readonly string[]): Leaf | undefined =>
  texts.find(isNamedStatus) ??
  texts.find(({ name }) => /status$|^state$/i.test(name)) ??
  texts.find(({ value }) => words.includes(plainText(value).toLowerCase()))

export const showsText = (shown: unknown, text: string): boolean =>
  leavesOf(shown).some(({ value }) => value === text)

/** Separators of words: the second one is for ends that have signs of their own. */
const SEPARATORS = [/[^A-Za-z0-9]+/, /[\s()*•….]+/]

/** Says whether a value ends with a text or contains it as a word. The values in `others` do not count. */
export function showsEnd(shown: unknown, end: string, others: readonly string[]): boolean {
  return leavesOf(shown).some(({ value }) => {
    const text = plainText(value)
    return (
      !others.includes(text) && (text.endsWith(end) || SEPARATORS.some((by) => text.split(by).includes(end)))
    )
  })
}

/** Matches a day, with its parts in any common order: all numbers, or the month by its name. */
const DAY = new RegExp(
  [
    String.raw`^\d{4}([-/.]?)(0[1-9]|1[0-2])\1([012]\d|3[01])(\D|$)`,
    String.raw`^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}`,
    // A day of a week, and a day of a year.
    String.raw`^\d{4}-?W([0-4]\d|5[0-3])-?[1-7](\D|$)`,
    String.raw`^\d{4}-([012]\d\d|3[0-6]\d)(\D|$)`,
    String.raw`\b\d{1,2}(st|nd|rd|th)?[ -][A-Za-z]{3,9}\.?,?[ -]\d{4}\b`,
    String.raw`\b[A-Za-z]{3,9}\.? \d{1,2}(st|nd|rd|th)?,? \d{4}\b`,
  ].join('|'),
)
/** Says whether a number looks like seconds or milliseconds since the epoch. */
const isEpoch = (value: number): boolean => (value > 1e9 && value < 1e10) || (value > 1e12 && value < 1e13)

/** Matches names of times other than the creation. */
const OTHER_TIMES = /updat|modif|chang|last|used|expir|rotat|activat/i

/** Says whether a value may be the date of creation, in whatever format and under whatever name. */
export function showsDate(shown: unknown, others: readonly string[]): boolean {
  const stated = leavesOf(shown).filter(({ name }) => !OTHER_TIMES.test(name))
  return stated.some(({ value }) =>
    typeof value === 'number'
      ? isEpoch(value)
      : typeof value === 'string' && !others.includes(value) && DAY.test(value),
  )
}

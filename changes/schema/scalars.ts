import type { Difference } from '../change.ts'
import type { Kind } from './kinds.ts'
import type { Bound, Range, Shape } from './shape.ts'

/** Compares the rules of numbers and texts, and the sizes of lists and objects. */
export function compareScalars(old: Shape, now: Shape): readonly Difference[] {
  const both = (...kinds: readonly Kind[]) => kinds.some((kind) => old.kinds.has(kind) && now.kinds.has(kind))
  const { at } = now
  return [
    ...(both('integer', 'fraction')
      ? [
          ...bounds(at, 'minimum', lowOf(old), lowOf(now), 1),
          ...bounds(at, 'maximum', highOf(old), highOf(now), -1),
          ...multiples(old, now),
        ]
      : []),
    ...(both('string') ? [...ranges(at, 'length', old.length, now.length), ...texts(old, now)] : []),
    ...(both('string', 'integer', 'fraction') ? rules(at, 'format', old.formats, now.formats, isWithin) : []),
    ...(both('array') ? ranges(at, 'number of items', old.items, now.items) : []),
    ...(both('object') ? ranges(at, 'number of members', old.members, now.members) : []),
  ]
}

interface Edge {
  readonly word: string
  readonly stricter: number
}

/** The lower bound; for integers it is a whole number and inclusive. */
function lowOf({ low, kinds }: Shape): Bound {
  if (kinds.has('fraction') || !Number.isFinite(low.value)) return low
  const value = low.exclusive ? Math.floor(low.value) + 1 : Math.ceil(low.value)
  return { value, exclusive: false }
}

function highOf({ high, kinds }: Shape): Bound {
  if (kinds.has('fraction') || !Number.isFinite(high.value)) return high
  const value = high.exclusive ? Math.ceil(high.value) - 1 : Math.floor(high.value)
  return { value, exclusive: false }
}

function bounds(at: string, word: string, old: Bound, now: Bound, sign: 1 | -1): readonly Difference[] {
  if (old.value === now.value && old.exclusive === now.exclusive) return []
  const by = old.value === now.value ? (now.exclusive ? 1 : -1) : (now.value - old.value) * sign
  const shown = ({ value, exclusive }: Bound) =>
    Number.isFinite(value) ? `${value}${exclusive ? ' (exclusive)' : ''}` : 'none'
  return [edge(at, { word, stricter: by }, shown(old), shown(now))]
}

function ranges(at: string, word: string, old: Range, now: Range): readonly Difference[] {
  const shown = (value: number) => (Number.isFinite(value) && value > 0 ? String(value) : 'none')
  const [from, to] = [now[0] - old[0], old[1] === now[1] ? 0 : old[1] - now[1]]
  return [
    ...(from === 0
      ? []
      : [edge(at, { word: `least ${word}`, stricter: from }, shown(old[0]), shown(now[0]))]),
    ...(to === 0
      ? []
      : [
          edge(
            at,
            { word: `greatest ${word}`, stricter: to },
            Number.isFinite(old[1]) ? String(old[1]) : 'none',
            Number.isFinite(now[1]) ? String(now[1]) : 'none',
          ),
        ]),
  ]
}

const edge = (at: string, { word, stricter }: Edge, old: string, now: string): Difference => ({
  kind: stricter > 0 ? 'bound-narrowed' : 'bound-widened',
  at,
  what: `the ${word} was ${old} and is ${now}`,
  lost: stricter > 0,
  gained: stricter < 0,
})

function multiples(old: Shape, now: Shape): readonly Difference[] {
  const covered = (some: readonly number[], others: readonly number[]) =>
    some.every((one) => others.some((other) => isMultiple(other, one)))
  const [lost, gained] = [!covered(now.multiples, old.multiples), !covered(old.multiples, now.multiples)]
  if (!lost && !gained) return []
  const shown = (list: readonly number[]) => list.join(', ') || 'none'
  return [
    {
      kind: 'multiple-changed',
      at: now.at,
      what: `a number had to be a multiple of ${shown(old.multiples)} and now of ${shown(now.multiples)}`,
      lost,
      gained,
    },
  ]
}

function isMultiple(one: number, of: number): boolean {
  const times = one / of
  return Math.abs(times - Math.round(times)) < 1e-9
}

function texts(old: Shape, now: Shape): readonly Difference[] {
  return [
    ...rules(now.at, 'pattern', old.patterns, now.patterns, (one, other) => one === other),
    ...rules(now.at, 'encoding', old.encodings, now.encodings, (one, other) => one === other),
    ...rules(now.at, 'media type', old.media, now.media, (one, other) => one === other),
  ]
}

/** By format: the formats that also allow all its values. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  int32: ['int64'],
  float: ['double'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
}

const isWithin = (one: string, other: string): boolean =>
  one === other || (WIDER[one]?.includes(other) ?? false)

/** @param within says whether every value that fits the first rule fits the second */
function rules(
  at: string,
  word: string,
  old: readonly string[],
  now: readonly string[],
  within: (one: string, other: string) => boolean,
): readonly Difference[] {
  const lost = !now.every((rule) => old.some((one) => within(one, rule)))
  const gained = !old.every((rule) => now.some((one) => within(one, rule)))
  if (!lost && !gained) return []
  const what =
    old.length === 0
      ? `the ${word} ${now.join(' and ')} was added`
      : now.length === 0
        ? `the ${word} ${old.join(' and ')} was taken away`
        : `the ${word} was ${old.join(' and ')} and is ${now.join(' and ')}`
  const kind = `${word.replace(' ', '-')}-${old.length === 0 ? 'added' : now.length === 0 ? 'removed' : 'changed'}`
  return [{ kind, at, what, lost, gained }]
}

import type { Description } from '../../../../../conformance/json/document.ts'
import { plainText } from '../../../../../conformance/json/plain-text.ts'
import {
  examplesIn,
  fitsPatterns,
  formatsIn,
  hasPattern,
  requiredNames,
  typesIn,
  valuesIn,
  withoutNull,
} from './facets.ts'
import { itemIn, type PropertyView, placeOf, propertyIn, propertyNames, type View } from './view.ts'

/** A difference between the target's description and the specification's. */
export interface Deviation {
  /** A contradiction of the specification, or an omission. */
  readonly kind: 'contradiction' | 'gap'
  readonly expected: string
  readonly observed: string
  /** JSON Pointer into the description. */
  readonly at: string
  /** Name of the field in question, where several fields share that place. */
  readonly field?: string
}

/** The two descriptions that are compared, and the message or field in question. */
export interface Pair {
  readonly stated: Description
  readonly described: Description
  /** Readable name of the message or field: `POST /submit: broker_email`. */
  readonly name: string
  /** True for a request: the platform must not require more than is stated. */
  readonly isRequest: boolean
  /** True for the message itself, not a part of it: the specification states all its required fields. */
  readonly isWhole: boolean
  /** True where all stated values must be listed. A submit need not list states that it never answers with. */
  readonly listsAll: boolean
}

/** Mutually exclusive formats: no string has two of them. */
const EXCLUSIVE = new Set(['date', 'date-time', 'time', 'uuid', 'email', 'ipv4', 'ipv6'])

/** Compares a described schema with the stated one, field by field. A narrower format is no difference. */
export function compareSchemas(stated: View, nullable: View, pair: Pair): readonly Deviation[] {
  const described = withoutNull(nullable)
  const [wanted, given] = [typesIn(stated), typesIn(described)]
  if (wanted !== undefined && given !== undefined && wanted.join() !== given.join())
    return [
      {
        kind: 'contradiction',
        expected: `${pair.name} as ${wanted.join(' or ')}`,
        observed: given.join(' or ') || 'nothing that fits',
        at: placeOf(described.length > 0 ? described : nullable, 'type', 'enum', 'const'),
      },
    ]
  return [
    ...compareValues(stated, described, pair),
    ...compareForms(stated, described, pair),
    ...compareRequired(stated, described, pair),
    ...compareParts(stated, described, pair),
  ]
}

function compareValues(stated: View, described: View, { name, listsAll }: Pair): readonly Deviation[] {
  const [wanted, given] = [valuesIn(stated), valuesIn(described)]
  if (wanted === undefined) return []
  const at = placeOf(described, 'enum', 'const', 'type')
  const list = (values: readonly unknown[]) => values.map(plainText).join(', ')
  if (given === undefined)
    return [{ kind: 'gap', expected: `${name} as one of ${list(wanted)}`, observed: 'any value', at }]
  const missing = wanted.filter((value) => !given.includes(value))
  const isMissing = wanted.length === 1 || listsAll ? missing.length > 0 : missing.length === wanted.length
  // The description may list one endpoint's status word together with those of others. A list of states must be exact.
  const more = wanted.length === 1 ? [] : given.filter((value) => !wanted.includes(value))
  const contradiction = (observed: string): Deviation => ({
    kind: 'contradiction',
    expected: `${name} as one of ${list(wanted)}`,
    observed,
    at,
  })
  return [
    ...(isMissing ? [contradiction(`without ${list(missing)}`)] : []),
    ...(more.length > 0 ? [contradiction(`with ${list(more)}`)] : []),
  ]
}

function compareForms(stated: View, described: View, { name }: Pair): readonly Deviation[] {
  const [wanted, given] = [formatsIn(stated), formatsIn(described)]
  const other = given.find((format) => EXCLUSIVE.has(format) && !wanted.includes(format))
  if (other !== undefined && wanted.some((format) => EXCLUSIVE.has(format)))
    return [
      {
        kind: 'contradiction',
        expected: `${name} in the form ${wanted.join(', ')}`,
        observed: other,
        at: placeOf(described, 'format'),
      },
    ]
  const examples = hasPattern(stated) ? examplesIn(stated).filter((one) => typeof one === 'string') : []
  if (examples.length === 0 || examples.some((one) => fitsPatterns(described, one))) return []
  return [
    {
      kind: 'contradiction',
      expected: `${name} in a form that ${plainText(examples[0])} fits`,
      observed: 'a pattern that the value does not match',
      at: placeOf(described, 'pattern'),
    },
  ]
}

function compareRequired(stated: View, described: View, pair: Pair): readonly Deviation[] {
  const wanted = requiredNames(stated) ?? []
  const given = requiredNames(described)
  const at = placeOf(described, 'required', 'properties')
  const missing = wanted.filter((name) => given?.includes(name) !== true)
  // Which fields parts of a request require is not shown.
  const more = pair.isRequest && pair.isWhole ? (given ?? []).filter((name) => !wanted.includes(name)) : []
  const isSilent = !pair.isRequest && given === undefined
  return [
    ...(isSilent ? [] : missing).map(
      (name): Deviation => ({
        kind: pair.isRequest ? 'contradiction' : 'gap',
        expected: `${pair.name}: ${name} required`,
        observed: 'it may be left out',
        at,
        field: name,
      }),
    ),
    ...more.map(
      (name): Deviation => ({
        kind: 'contradiction',
        expected: `${pair.name}: ${name} optional`,
        observed: 'required',
        at,
        field: name,
      }),
    ),
  ]
}

function compareParts(stated: View, described: View, pair: Pair): readonly Deviation[] {
  const part = (name: string, wanted: PropertyView, given: PropertyView): readonly Deviation[] => {
    if (!given.isDescribed)
      return [
        {
          kind: 'gap',
          expected: `${pair.name}: ${name}`,
          observed: 'not described',
          at: placeOf(described, 'properties'),
          field: name,
        },
      ]
    if (wanted.view === undefined || given.view === undefined) return []
    return compareSchemas(wanted.view, given.view, { ...pair, name: `${pair.name}: ${name}`, isWhole: false })
  }
  const items = itemIn(stated, pair.stated)
  const names = propertyNames(stated)
  if (names.length > 0 && propertyNames(described).length === 0)
    return [
      {
        kind: 'gap',
        expected: `${pair.name} with its fields`,
        observed: 'none is described',
        at: placeOf(described),
      },
    ]
  return [
    ...names.flatMap((name) =>
      part(name, propertyIn(stated, name, pair.stated), propertyIn(described, name, pair.described)),
    ),
    ...(items.isDescribed ? part('items', items, itemIn(described, pair.described)) : []),
  ]
}

import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { stepsOf } from '../../conformance/json/pointer.ts'
import { nearest } from '../../conformance/suggestion.ts'
import { unseenIn } from '../../conformance/visible.ts'
import type { SourceDocument } from './document.ts'
import { keyOf, readDocument } from './document.ts'
import type { Mistake } from './problem.ts'

const ajv = new Ajv2020({
  // Each shape is used once or twice, so optimising its code would take longer than running it.
  code: { optimize: false },
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictRequired: false,
  useDefaults: true,
  formats: {
    seen: (text: string) => unseenIn(text) === undefined,
    'token-url': (text: string) => isHttpUrl(text) && !text.includes('#'),
    'http-url': (text: string) => isHttpUrl(text) && !/[?#]/.test(text),
    'url-template': (text: string) => isHttpUrl(text.replaceAll(/\{\w+\}/g, '1')) && !text.includes('#'),
  },
})

/**
 * Checks a profile against its shape, and names each key that is wrong once. Unknown keys come first, then wrong values and missing
 * keys, each by position.
 */
export function shapeMistakes(source: SourceDocument, shape: TSchema): readonly Mistake[] {
  const found = problemsOf(source, shape)
  // A misspelt key also shows as a missing key.
  const meant = new Set(found.flatMap((problem) => problem.meant ?? []))
  const isMeant = ({ rank, place: { key = '' } }: Problem) => rank === MISSING && meant.has(key)
  return [...Map.groupBy(found, ({ place }) => place.key).values()]
    .flatMap(([first]) => first ?? [])
    .filter((problem) => !isMeant(problem))
}

/**
 * Says what a single value of a profile must be, as far as that can be decided without all others.
 *
 * @returns undefined where the value is right
 */
export function problemOf(shape: TSchema, path: readonly string[], value: unknown): string | undefined {
  const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const source = readDocument(JSON.stringify(whole), 'the profile')
  const own = problemsOf(source, shape).filter(({ below }) =>
    path.every((name, place) => below[place] === name),
  )
  const [first] = own
  return first && `${first.place.key}: ${first.what}`
}

const UNKNOWN = 0
const WRONG = 1
const MISSING = 2
const NEITHER = 3

interface Problem extends Mistake {
  readonly rank: typeof UNKNOWN | typeof WRONG | typeof MISSING | typeof NEITHER
  /** Steps to the value in which it was found. */
  readonly below: readonly string[]
  /** The known key that an unknown one probably is. */
  readonly meant?: string
}

/** Every problem of a document with its shape, by rank and position. */
function problemsOf(source: SourceDocument, shape: TSchema): readonly Problem[] {
  // Ajv compiles each shape only once.
  const validate = ajv.compile(shape)
  if (validate(source.value)) return []
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if') // It only repeats that one of its branches is wrong.
    .map((error) => describe(error, source))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (a.place.line ?? 0) - (b.place.line ?? 0) ||
        (a.place.column ?? 0) - (b.place.column ?? 0),
    )
}

interface DescribedSchema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, unknown>>
}

function describe(error: ErrorObject, source: SourceDocument): Problem {
  const below = stepsOf(error.instancePath)
  const schema = (error.parentSchema ?? {}) as DescribedSchema
  const known = Object.keys(schema.properties ?? {})
  if (error.keyword === 'additionalProperties') {
    const unknown = String(error.params.additionalProperty)
    const meant = nearest(unknown, known)
    const what = `unknown key; ${meant ? `did you mean ${meant}?` : `known keys are ${known.join(', ')}`}`
    const place = source.place([...below, unknown])
    return { rank: UNKNOWN, below, place, what, ...(meant && { meant: keyOf([...below, meant]) }) }
  }
  if (error.keyword === 'required' && known.length > 0) {
    const missing = String(error.params.missingProperty)
    const place = { ...source.place(below), key: keyOf([...below, missing]) }
    return { rank: MISSING, below, place, what: 'the key is missing' }
  }
  const place = source.place(below)
  if (error.keyword === 'required')
    return { rank: NEITHER, below, place, what: 'must be a map with either http or command' }
  const unseen = typeof error.data === 'string' ? unseenIn(error.data) : undefined
  const why = unseen === undefined ? '' : `: ${unseen}`
  const must =
    error.keyword === 'format' && error.params.format === 'seen'
      ? 'must have no blank or line end around it, and nothing invisible in it'
      : `must be ${schema.description ?? 'something else'}`
  const what = `${must}${why}${originOf(place.key, source)}`
  return { rank: WRONG, below, place, what }
}

/** Names the variables of the environment that a wrong value came from, since the profile itself does not show them. */
function originOf(key: string | undefined, { substituted }: SourceDocument): string {
  const names = new Set(substituted.filter((one) => one.key === key).map(({ name }) => `\${${name}}`))
  return names.size === 0 ? '' : ` (it comes from ${[...names].join(' and ')})`
}

function isHttpUrl(text: string): boolean {
  if (/[^!-~]/.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.username === '' && url.password === '' && url.hostname !== ''
}

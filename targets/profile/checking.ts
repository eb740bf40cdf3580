import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { stepsOf } from '../../conformance/json/pointer.ts'
import { nearest } from '../../conformance/suggestion.ts'
import type { SourceDocument } from './document.ts'
import { keyOf, readDocument } from './document.ts'
import type { Place } from './problem.ts'
import { profileInvalid } from './problem.ts'

const ajv = new Ajv2020({
  // Each shape is used once or twice, so optimising its code would take longer than running it.
  code: { optimize: false },
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictRequired: false,
  useDefaults: true,
  formats: {
    'token-url': (text: string) => isHttpUrl(text) && !text.includes('#'),
    'http-url': (text: string) => isHttpUrl(text) && !/[?#]/.test(text),
    'url-template': (text: string) => isHttpUrl(text.replaceAll(/\{\w+\}/g, '1')) && !text.includes('#'),
  },
})

/**
 * Checks a profile against its shape and reports the first problem. Unknown keys come first, since a misspelt key also shows as a
 * missing key. The others follow by position.
 * @throws ConformanceError PROFILE_INVALID
 */
export function checkProfile(source: SourceDocument, shape: TSchema): void {
  // Ajv compiles each shape only once.
  const validate = ajv.compile(shape)
  if (validate(source.value)) return
  const problems = (validate.errors ?? []).map((error) => describe(error, source))
  const [first] = problems.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.place.line ?? 0) - (b.place.line ?? 0) ||
      (a.place.column ?? 0) - (b.place.column ?? 0),
  )
  if (first) throw profileInvalid(first.place, first.what)
}

/**
 * Says what a single value of a profile must be, as far as that can be told without all others.
 *
 * @returns undefined where the value is right
 */
export function problemOf(shape: TSchema, path: readonly string[], value: unknown): string | undefined {
  const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const source = readDocument(JSON.stringify(whole), 'the profile')
  const validate = ajv.compile(shape)
  if (validate(source.value)) return undefined
  const own = (validate.errors ?? []).filter(({ instancePath }) => {
    const steps = stepsOf(instancePath)
    return path.every((name, place) => steps[place] === name)
  })
  const [first] = own.map((error) => describe(error, source)).sort((a, b) => a.rank - b.rank)
  return first && `${first.place.key}: ${first.what}`
}

interface Problem {
  readonly rank: number
  readonly place: Place
  readonly what: string
}

interface DescribedSchema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, unknown>>
}

function describe(error: ErrorObject, source: SourceDocument): Problem {
  const path = stepsOf(error.instancePath)
  const schema = (error.parentSchema ?? {}) as DescribedSchema
  const known = Object.keys(schema.properties ?? {})
  if (error.keyword === 'additionalProperties') {
    const unknown = String(error.params.additionalProperty)
    const meant = nearest(unknown, known)
    const what = `unknown key; ${meant ? `did you mean ${meant}?` : `known keys are ${known.join(', ')}`}`
    return { rank: 0, place: source.place([...path, unknown]), what }
  }
  if (error.keyword === 'required' && known.length > 0) {
    const missing = String(error.params.missingProperty)
    const place = { ...source.place(path), key: keyOf([...path, missing]) }
    return { rank: 2, place, what: 'the key is missing' }
  }
  if (error.keyword === 'required')
    return { rank: 3, place: source.place(path), what: 'must be a map with either http or command' }
  return { rank: 1, place: source.place(path), what: `must be ${schema.description ?? 'something else'}` }
}

function isHttpUrl(text: string): boolean {
  if (/[^!-~]/.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.username === '' && url.password === '' && url.hostname !== ''
}

import { isObject } from '../../conformance/json/object.ts'
import { actionNamed } from '../../conformance/ports/operator.ts'
import { readTable } from '../../conformance/table.ts'
import { clientShape } from './shapes/client.ts'
import { platformShape } from './shapes/platform.ts'
import { receiverShape } from './shapes/receiver.ts'

/** The sides that have a profile, and the shape of each. */
export const PROFILE_SHAPES = {
  platform: platformShape,
  receiver: receiverShape,
  client: clientShape,
} as const

export type ProfileSide = keyof typeof PROFILE_SHAPES

/** A key of a profile, for those who write one. */
export interface ProfileKey {
  /** `credentials.client_id`. */
  readonly path: string
  /** Says what it is for. */
  readonly meaning: string
  /** Completes the sentence "it must be ...". */
  readonly form: string
  readonly required: boolean
  /** The default of the key. */
  readonly fallback?: unknown
  /** A possible value, where the form alone does not show one. */
  readonly example?: unknown
}

type Meanings = Readonly<Record<string, string>>

const meanings = readTable<Readonly<Record<'all' | ProfileSide, Meanings>>>('meanings.yaml', import.meta.url)

/** Says what a key is for; undefined for a key that is not in the table. */
export function keyMeaning(side: ProfileSide, path: string): string | undefined {
  return meanings[side][path] ?? meanings.all[path] ?? actionMeaning(path)
}

/** Every path that is in the table. */
export const describedPaths = (side: ProfileSide): readonly string[] => [
  ...Object.keys(meanings.all),
  ...Object.keys(meanings[side]),
]

const list = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ')

/** Finds an operator action and its name by its path. */
function actionAt(path: string) {
  const [, name = ''] = /^operator\.(\w+)$/.exec(path) ?? []
  const facts = actionNamed(name)
  return facts === undefined ? undefined : { name, ...facts }
}

/** How the stated effect of an action begins that only reads. */
const READS = 'nothing: '

function actionMeaning(path: string): string | undefined {
  const action = actionAt(path)
  if (action === undefined) return undefined
  const { effect, given, returns } = action
  const takes = given.length === 0 ? '' : `; given ${list(given)}`
  const does = effect.startsWith(READS)
    ? `Changes nothing: ${effect.slice(READS.length)}`
    : `Effect: ${effect}`
  return `${does}${takes}${returns.length === 0 ? '' : `; returns ${returns.join(', ')}`}`
}

/**
 * An example of an operator action in a profile. Its body uses every value that the action is given; `returns` has every value
 * that it must return.
 */
function exampleAction(path: string): unknown {
  const action = actionAt(path)
  if (action === undefined) return undefined
  const body = Object.fromEntries(action.given.map((name) => [name, `{${name}}`]))
  const returns = Object.fromEntries(action.returns.map((name) => [name, `/${name}`]))
  const url = `https://operator.example/${action.name}`
  return {
    http: { url, ...(action.given.length > 0 && { body }) },
    ...(action.returns.length > 0 && { returns }),
  }
}

/** Every key that a profile of a side may have, in the order of its shape. The parts of an operator action are left out. */
export function profileKeysOf(side: ProfileSide): readonly ProfileKey[] {
  return keysOf(PROFILE_SHAPES[side], side, '')
}

function keysOf(shape: unknown, side: ProfileSide, above: string): readonly ProfileKey[] {
  if (!isObject(shape) || !isObject(shape.properties)) return []
  const required = Array.isArray(shape.required) ? shape.required : []
  return Object.entries(shape.properties).flatMap(([name, property]): readonly ProfileKey[] => {
    const path = above === '' ? name : `${above}.${name}`
    if (!isObject(property)) return []
    const form = typeof property.description === 'string' ? property.description : ACTION_FORM
    const fallback = property.default
    const example = exampleAction(path)
    const own: ProfileKey = {
      ...{ path, form, meaning: keyMeaning(side, path) ?? '' },
      required: required.includes(name) && fallback === undefined,
      ...(fallback === undefined ? {} : { fallback }),
      ...(example !== undefined && { example }),
    }
    return [own, ...keysOf(property, side, path)]
  })
}

/** All actions refer to one shape, and this is its description. */
const ACTION_FORM = 'a map with either http or command'

import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { isObject } from '../../conformance/json/object.ts'
import { OPERATOR_ACTIONS } from '../../conformance/ports/operator.ts'
import { clientShape } from './shapes/client.ts'
import { platformShape } from './shapes/platform.ts'
import { receiverShape } from './shapes/receiver.ts'

/** The sides that have a profile, and the shape of each. */
export const SHAPES = { platform: platformShape, receiver: receiverShape, client: clientShape } as const

export type ProfileSide = keyof typeof SHAPES

/** A key of a profile, for those who write one. */
export interface ProfileKey {
  /** `credentials.client_id`. */
  readonly path: string
  /** Says what it is for. */
  readonly meaning: string
  /** Completes the sentence "it must be ...". */
  readonly form: string
  readonly required: boolean
  /** The value that holds where a profile lacks the key. */
  readonly fallback?: unknown
}

type Meanings = Readonly<Record<string, string>>

const meanings = load(readFileSync(new URL('meanings.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<'all' | ProfileSide, Meanings>
>

/** Says what a key is for; undefined for one that the table leaves out. */
export function meaningOf(side: ProfileSide, path: string): string | undefined {
  return meanings[side][path] ?? meanings.all[path] ?? actionMeaning(path)
}

/** Every path that the table speaks of. */
export const describedPaths = (side: ProfileSide): readonly string[] => [
  ...Object.keys(meanings.all),
  ...Object.keys(meanings[side]),
]

const list = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ')

function actionMeaning(path: string): string | undefined {
  const [, name = ''] = /^operator\.(\w+)$/.exec(path) ?? []
  const action = Object.entries(OPERATOR_ACTIONS).find(([known]) => known === name)?.[1]
  if (action === undefined) return undefined
  const { effect, given, returns } = action
  const takes = given.length === 0 ? '' : `; given ${list(given)}`
  return `Brings about: ${effect}${takes}${returns.length === 0 ? '' : `; returns ${returns.join(', ')}`}`
}

/** Every key that a profile of a side may have, in the order of its shape. The parts of an operator action are left out. */
export function profileKeysOf(side: ProfileSide): readonly ProfileKey[] {
  return keysOf(SHAPES[side], side, '')
}

function keysOf(shape: unknown, side: ProfileSide, above: string): readonly ProfileKey[] {
  if (!isObject(shape) || !isObject(shape.properties)) return []
  const required = Array.isArray(shape.required) ? shape.required : []
  return Object.entries(shape.properties).flatMap(([name, property]): readonly ProfileKey[] => {
    const path = above === '' ? name : `${above}.${name}`
    if (!isObject(property)) return []
    const form = typeof property.description === 'string' ? property.description : ACTION_FORM
    const fallback = property.default
    const own: ProfileKey = {
      ...{ path, form, meaning: meaningOf(side, path) ?? '' },
      required: required.includes(name) && fallback === undefined,
      ...(fallback === undefined ? {} : { fallback }),
    }
    return [own, ...keysOf(property, side, path)]
  })
}

/** Actions refer to one shape, which has the words. */
const ACTION_FORM = 'a map with either http or command'

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { messageOf, usageError } from '../../conformance/errors.ts'
import { isObject } from '../../conformance/json/object.ts'
import { once } from '../../conformance/once.ts'

/** The steps that set up a provider state. */
export interface StateRecipe {
  /** A state of a quote, or `none`. */
  readonly quote?: string
  readonly proposal?: boolean
  /** An outcome that the profile has a recipe for. */
  readonly submissions?: string
  readonly hold?: 'rating'
  readonly token?: 'own' | 'garbled' | 'expired' | 'none'
  readonly key?: 'wrong' | 'none'
  readonly client?: 'own' | 'inactive'
  readonly event?: string
  /** True where the request must cause an internal error. */
  readonly fails?: boolean
}

/** Recipes by the name of the provider state. */
export type StateRecipes = ReadonlyMap<string, StateRecipe>

const KEYS: Readonly<Record<keyof StateRecipe, readonly string[] | undefined>> = {
  quote: undefined,
  proposal: undefined,
  submissions: undefined,
  hold: ['rating'],
  token: ['own', 'garbled', 'expired', 'none'],
  key: ['wrong', 'none'],
  client: ['own', 'inactive'],
  event: undefined,
  fails: ['true', 'false'],
}

/** The provider states that the suite itself defines. */
export const ownStates = once((): StateRecipes => {
  const text = readFileSync(new URL('../tables/provider-states.yaml', import.meta.url), 'utf8')
  return new Map(Object.entries(parse(text) as Record<string, StateRecipe>))
})

/**
 * Reads a partner's names of states. Each maps to a recipe, or to a name that the suite knows.
 * @throws ConformanceError `USAGE` naming the file and the key
 */
export function readStates(file: string): StateRecipes {
  const content = contentOf(file)
  if (!isObject(content)) throw usageError(`--states ${file} should map names of provider states to recipes`)
  return new Map(
    Object.entries(content).map(([name, value]) => [name, recipeOf(value, `--states ${file}: ${name}`)]),
  )
}

function contentOf(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw usageError(`--states ${file} cannot be read: ${messageOf(error)}`)
  }
}

function recipeOf(value: unknown, place: string): StateRecipe {
  if (typeof value === 'string') {
    const own = ownStates().get(value)
    if (own !== undefined) return own
    throw usageError(
      `${place} should be a known state or a recipe`,
      `known: ${[...ownStates().keys()].join('; ')}`,
    )
  }
  if (!isObject(value)) throw usageError(`${place} should be a known state or a recipe`)
  for (const [key, one] of Object.entries(value)) {
    if (!Object.hasOwn(KEYS, key))
      throw usageError(`${place}: ${key} should be one of ${Object.keys(KEYS).join(', ')}`)
    const words = KEYS[key as keyof StateRecipe]
    if (words !== undefined && !words.includes(String(one)))
      throw usageError(`${place}: ${key} should be one of ${words.join(', ')}`)
  }
  return value as StateRecipe
}

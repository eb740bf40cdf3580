import { isObject } from '../../../conformance/json/object.ts'
import { valueAt } from '../../../conformance/json/pointer.ts'
import type { OperatorAction, UnreadText } from '../../../conformance/ports/operator.ts'
import type { OperatorRecipe } from '../../profile/profile.ts'

const MOST_TEXTS = 50
const SHORTEST = 8
const LONGEST = 1024

/** The credentials that are proven by use, each with the use that proves which text is the right one. */
export const PROVEN_BY = {
  signing_secret: 'deliveries are signed with',
  client_secret: 'a token is issued for',
  integration_key: 'requests are accepted with',
} as const

interface Reading {
  readonly action: OperatorAction
  readonly recipe: OperatorRecipe
  /** The name of the value that the recipe may have taken from a wrong place. */
  readonly name: keyof typeof PROVEN_BY
}

/** The texts of an answer that could be a secret, and that a recipe takes no value from. */
export function unreadIn(
  json: unknown,
  { action, recipe: { returns }, name }: Reading,
): readonly UnreadText[] {
  const key = `operator.${action}.returns.${name}`
  const taken = new Set(Object.values(returns).map((pointer) => valueAt(json, pointer)))
  return textsIn(json, '')
    .filter(({ text }) => text.length >= SHORTEST && text.length <= LONGEST && !taken.has(text))
    .slice(0, MOST_TEXTS)
    .map(({ at, text }) => ({
      text,
      key,
      misread: `${key} points at ${returns[name] || 'the whole answer'}, and ${PROVEN_BY[name]} the text at ${at}`,
    }))
}

function textsIn(value: unknown, at: string): readonly { readonly at: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ at, text: value }]
  if (!isObject(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

import { isObject } from '../../conformance/json/object.ts'
import type { Interaction } from '../model.ts'

const STATE_PARAMS = new Set(['status', 'quote_status', 'quoteStatus', 'state', 'quoteState', 'quote_state'])
const REFUSAL =
  /\b(no|not|without|missing|lacks?|invalid|wrong|expired|revoked|bad|unknown|inactive|disabled|un\w+|forbidden|refused?|reject\w*|garbled|malformed)\b/i
const CREDENTIAL = /token|credential|\bkey\b|auth|header|client|partner|secret/i
const NEGATION = /\b(not|no|never|without|before|until|unless|except|except|longer|cannot|isn't)\b/i

/** Says whether an interaction is about credentials that are refused. */
export const isAboutRefusal = (interaction: Interaction): boolean =>
  textsOf(interaction).some((text) => REFUSAL.test(text) && CREDENTIAL.test(text))

/** Says whether an interaction is about a retention below the minimum. */
export const isAboutRetention = (interaction: Interaction): boolean =>
  textsOf(interaction).some((text) => /retention|minimum/i.test(text))

/**
 * Finds the quote state of an interaction, where its provider states name it unambiguously.
 * @param known names of the states
 */
export function statedState({ states }: Interaction, known: readonly string[]): string | undefined {
  const named = states.flatMap(({ name, params }) => [
    ...known.filter((state) => names(name, state)),
    ...Object.entries(params).flatMap(([key, value]) =>
      STATE_PARAMS.has(key) && typeof value === 'string' && known.includes(value) ? [value] : [],
    ),
  ])
  const different = [...new Set(named)]
  return different.length === 1 ? different[0] : undefined
}

/** A word with an underscore can only be a state. Other words count only in a phrase. */
function names(text: string, state: string): boolean {
  if (NEGATION.test(text)) return false
  if (state.includes('_')) return new RegExp(`\\b${state}\\b`).test(text)
  const phrase = `\\b(?:(?:in|status|state)(?: is| of)?[ :=]+["'\`]?${state}["'\`]?|an? ${state} quote)(?![\\w-])(?!.*\\b(?:and|then|review)\\b)`
  return new RegExp(phrase, 'i').test(text)
}

const textsOf = ({ description, states }: Interaction): readonly string[] => [
  [description, ...states.flatMap(({ name, params }) => [name, ...texts(params)])].join(' '),
]

const texts = (params: unknown): readonly string[] =>
  isObject(params) ? Object.entries(params).map(([key, value]) => `${key} ${String(value)}`) : []

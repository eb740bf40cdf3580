import fc from 'fast-check'
import { regexOf } from '../read/regex.ts'
import { expressionOf } from './expression.ts'

const TRIES = 30

/**
 * Texts that an expression matches as a whole, the same ones each time. Empty where a construct of it cannot be generated.
 */
export function textsLike(source: string): readonly string[] {
  const texts = known.get(source) ?? made(source)
  known.set(source, texts)
  return texts
}

const known = new Map<string, readonly string[]>()

function made(source: string): readonly string[] {
  const regex = regexOf(source)
  if (regex === undefined) return []
  try {
    return fc
      .sample(fc.stringMatching(new RegExp(`^(?:${regex.source})$`, regex.flags)), {
        seed: 7,
        numRuns: TRIES,
      })
      .filter((text) => expressionOf(source).matches(text, 'whole'))
  } catch {
    return []
  }
}

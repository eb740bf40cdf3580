import fc from 'fast-check'
import { isAnchored } from './accepts.ts'

const TRIES = 30

/**
 * Texts that a pattern matches as a whole, the same ones each time. Empty where a construct of the pattern cannot be generated.
 */
export function textsLike(regex: RegExp): readonly string[] {
  const whole = isAnchored(regex) ? regex : new RegExp(`^(?:${regex.source})$`, regex.flags)
  try {
    return fc.sample(fc.stringMatching(whole), { seed: 7, numRuns: TRIES })
  } catch {
    return []
  }
}

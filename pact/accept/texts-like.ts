import fc from 'fast-check'
import { isAnchored } from './accepts.ts'

const TRIES = 30

/** Texts that a pattern matches whole, the same ones each time; none where it has a construct that cannot be generated. */
export function textsLike(regex: RegExp): readonly string[] {
  const whole = isAnchored(regex) ? regex : new RegExp(`^(?:${regex.source})$`, regex.flags)
  try {
    return fc.sample(fc.stringMatching(whole), { seed: 7, numRuns: TRIES })
  } catch {
    return []
  }
}

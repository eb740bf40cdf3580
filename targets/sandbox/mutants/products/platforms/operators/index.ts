import { ANSWER_OPERATORS } from './answers.ts'
import { BODY_OPERATORS } from './bodies.ts'
import { COMPARISON_OPERATORS } from './comparisons.ts'
import { FIELD_OPERATORS } from './fields.ts'
import { OTHER_OPERATORS } from './others.ts'

/** Mistakes of a whole platform, in no circumstances. */
export const PLATFORM_OPERATORS = [
  ...ANSWER_OPERATORS,
  ...BODY_OPERATORS,
  ...COMPARISON_OPERATORS,
  ...FIELD_OPERATORS,
  ...OTHER_OPERATORS,
]

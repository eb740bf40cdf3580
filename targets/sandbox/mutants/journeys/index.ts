import type { Mutant } from '../mutant.ts'
import { bindMutants } from './binds.ts'
import { reviewMutants } from './reviews.ts'
import { updateMutants } from './updates.ts'

/** Defects that only a sequence of requests shows. */
export const journeyMutants: readonly Mutant[] = [...bindMutants, ...updateMutants, ...reviewMutants]

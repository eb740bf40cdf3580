import type { Mutant } from '../mutant.ts'
import { bindJourneyMutants } from './binds.ts'
import { reviewMutants } from './reviews.ts'
import { updateJourneyMutants } from './updates.ts'

/** Defects that only a sequence of requests shows. */
export const journeyMutants: readonly Mutant[] = [
  ...bindJourneyMutants,
  ...updateJourneyMutants,
  ...reviewMutants,
]

import { bindMutants } from './binds.ts'
import type { JourneyMutant } from './mutant.ts'
import { reviewMutants } from './reviews.ts'
import { updateMutants } from './updates.ts'

/** Defects that only a sequence of requests shows. */
export const journeyMutants: readonly JourneyMutant[] = [...bindMutants, ...updateMutants, ...reviewMutants]

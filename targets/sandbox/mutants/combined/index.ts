import type { Mutant } from '../mutant.ts'
import { combinedDeliveryMutants } from './deliveries.ts'
import { combinedEventMutants } from './events.ts'
import { combinedRequestMutants } from './requests.ts'

/** Defects that show only where two circumstances meet, each of which is served rightly by itself. */
export const combinedMutants: readonly Mutant[] = [
  ...combinedEventMutants,
  ...combinedRequestMutants,
  ...combinedDeliveryMutants,
]

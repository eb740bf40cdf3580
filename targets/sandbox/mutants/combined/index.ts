import type { Mutant } from '../mutant.ts'
import { alikeMutants } from './alike.ts'
import { atOnceMutants } from './at-once.ts'
import { behindMutants } from './behind.ts'
import { combinedBindMutants } from './binds.ts'
import { circumstanceMutants } from './circumstances.ts'
import { elsewhereMutants } from './elsewhere.ts'
import { endpointMutants } from './endpoints.ts'
import { formMutants } from './forms.ts'
import { interplayMutants } from './interplay.ts'
import { laterMutants } from './later.ts'
import { momentMutants } from './moments.ts'
import { neighbourMutants } from './neighbours.ts'
import { otherPartnerMutants } from './other-partners.ts'
import { outcomeMutants } from './outcomes.ts'
import { partnerMutants } from './partners.ts'
import { combinedRequestMutants } from './requests.ts'
import { seldomMutants } from './seldom.ts'
import { submittedWithMutants } from './submitted-with.ts'
import { combinedValidationMutants } from './validation.ts'
import { waitingMutants } from './waiting.ts'

/** Defects that show only where two circumstances meet; each circumstance alone is handled rightly. */
export const combinedMutants: readonly Mutant[] = [
  ...combinedRequestMutants,
  ...laterMutants,
  ...endpointMutants,
  ...combinedValidationMutants,
  ...formMutants,
  ...circumstanceMutants,
  ...interplayMutants,
  ...momentMutants,
  ...waitingMutants,
  ...seldomMutants,
  ...otherPartnerMutants,
  ...partnerMutants,
  ...submittedWithMutants,
  ...atOnceMutants,
  ...alikeMutants,
  ...elsewhereMutants,
  ...behindMutants,
  ...outcomeMutants,
  ...neighbourMutants,
  ...combinedBindMutants,
]

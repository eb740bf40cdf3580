import type { Mutant } from '../mutant.ts'
import { quoteKind } from '../products/quotes/kind.ts'
import { eventAtSecondBind } from '../products/quotes/rows/events.ts'
import { mutantsOf, productRow } from '../products/row.ts'
import { bindJourneyMutants } from './binds.ts'
import { reviewMutants } from './reviews.ts'
import { updateJourneyMutants } from './updates.ts'

/** Defects that only a sequence of requests shows. */
export const journeyMutants: readonly Mutant[] = [
  ...mutantsOf(quoteKind, [
    eventAtSecondBind,
    productRow(
      'early-bind-is-kept',
      'A bind during a review is refused, and carried out as soon as the review approves',
      'bound-by-itself',
      ['refused-bind-in-underwriter-review'],
    ),
    productRow(
      'second-update-renews-created-at',
      'The second update of a quote writes it anew, and with it the time of its creation',
      'created-at-drifts',
      ['updated-twice'],
    ),
    productRow(
      'late-update-loses-policy',
      'After an update was refused for an issued quote its policy can no longer be downloaded',
      'no-policy',
      ['refused-update-in-issued'],
    ),
  ]),
  ...bindJourneyMutants,
  ...updateJourneyMutants,
  ...reviewMutants,
]

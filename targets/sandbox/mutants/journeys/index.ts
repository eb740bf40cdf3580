import { readTable } from '../../../../conformance/table.ts'
import type { Mutant } from '../mutant.ts'
import { quoteKind } from '../products/quotes/kind.ts'
import { productMutants } from '../products/rows.ts'
import { mutantsOf } from '../products/table.ts'
import { BINDS_BY_HAND } from './binds.ts'

/** Shown by a sequence of requests only, so journeys have to find it, too. */
const AT_A_SECOND_BIND = 'policy-event-at-a-second-bind'

/** Defects that only a sequence of requests shows. */
export const journeyMutants: readonly Mutant[] = [
  ...productMutants.filter(({ id }) => id === AT_A_SECOND_BIND),
  ...mutantsOf({ ...quoteKind, byHand: BINDS_BY_HAND }, [readTable('journeys.yaml', import.meta.url)]),
]

import type { Mutant } from '../mutant.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { DELIVERY_ROWS } from './deliveries/rows.ts'
import { quoteKind } from './quotes/kind.ts'
import { QUOTE_ROWS } from './quotes/rows/index.ts'
import { mutantsOf } from './row.ts'

/** Defects in certain circumstances, as rows of slips and guards. */
export const productMutants: readonly Mutant[] = [
  ...mutantsOf(quoteKind, QUOTE_ROWS),
  ...mutantsOf(deliveryKind, DELIVERY_ROWS),
]

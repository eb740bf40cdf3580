import type { Mutant } from '../mutant.ts'
import { deliveryKind, deliveryTables } from './deliveries/kind.ts'
import { quoteKind, quoteTables } from './quotes/kind.ts'
import { mutantsOf } from './table.ts'

/** Defects in certain circumstances, as rows of slips and guards. */
export const productMutants: readonly Mutant[] = [
  ...mutantsOf(quoteKind, quoteTables),
  ...mutantsOf(deliveryKind, deliveryTables),
]

import type { Mutant } from '../mutant.ts'
import { credentialKind, credentialTables } from './credentials/kind.ts'
import { deliveryKind, deliveryTables } from './deliveries/kind.ts'
import { platformKind, platformTables } from './platforms/kind.ts'
import { quoteKind, quoteTables } from './quotes/kind.ts'
import { mutantsOf } from './table.ts'

/** Defects in certain circumstances, and values that are wrong always, as rows of tables. */
export const productMutants: readonly Mutant[] = [
  ...mutantsOf(quoteKind, quoteTables),
  ...mutantsOf(deliveryKind, deliveryTables),
  ...mutantsOf(credentialKind, credentialTables),
  ...mutantsOf(platformKind, platformTables),
]

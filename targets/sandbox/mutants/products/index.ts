import { credentialKind } from './credentials/kind.ts'
import { deliveryKind } from './deliveries/kind.ts'
import { quoteKind } from './quotes/kind.ts'

export { type ProductKind, together, withId } from './product.ts'

/** All kinds of products, each with a subject of its own. */
export const PRODUCT_KINDS = {
  quotes: quoteKind,
  deliveries: deliveryKind,
  credentials: credentialKind,
} as const

export type KindName = keyof typeof PRODUCT_KINDS

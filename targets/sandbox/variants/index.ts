import { bodyVariants } from './bodies.ts'
import { credentialVariants } from './credentials.ts'
import { lifecycleVariants } from './lifecycle.ts'
import { requestVariants } from './requests.ts'
import { updateVariants } from './updates.ts'
import { valueVariants } from './values.ts'
import type { Variant } from './variant.ts'
import { webhookVariants } from './webhooks.ts'
import { writingVariants } from './writing.ts'

export type { Variant } from './variant.ts'

/** Legal ways to be another platform. */
export const variants: readonly Variant[] = [
  ...writingVariants,
  ...valueVariants,
  ...credentialVariants,
  ...lifecycleVariants,
  ...requestVariants,
  ...updateVariants,
  ...bodyVariants,
  ...webhookVariants,
]

import { addressVariants } from './addresses.ts'
import { bodyVariants } from './bodies.ts'
import { changingVariants } from './changing.ts'
import { combinedVariants } from './combined.ts'
import { credentialVariants } from './credentials.ts'
import { greetingVariants } from './greetings.ts'
import { lifecycleVariants } from './lifecycle.ts'
import { limitVariants } from './limits.ts'
import { logVariants } from './logs.ts'
import { messageVariants } from './messages.ts'
import { officeVariants } from './office.ts'
import { requestVariants } from './requests.ts'
import { scheduleVariants } from './schedule.ts'
import { secondPartnerVariants } from './second-partner.ts'
import { updateVariants } from './updates.ts'
import { valueVariants } from './values.ts'
import type { Variant } from './variant.ts'
import { webhookVariants } from './webhooks.ts'
import { writingVariants } from './writing.ts'

export type { Variant } from './variant.ts'

/** All legal differences between platforms. */
export const variants: readonly Variant[] = [
  ...writingVariants,
  ...messageVariants,
  ...valueVariants,
  ...changingVariants,
  ...credentialVariants,
  ...limitVariants,
  ...lifecycleVariants,
  ...requestVariants,
  ...updateVariants,
  ...bodyVariants,
  ...webhookVariants,
  ...greetingVariants,
  ...addressVariants,
  ...scheduleVariants,
  ...officeVariants,
  ...logVariants,
  ...combinedVariants,
  ...secondPartnerVariants,
]

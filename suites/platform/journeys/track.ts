import type { Exchange } from '../../../conformance/exchange.ts'
import type { KeyChoice } from '../../../conformance/ports/platform.ts'
import type { PlatformContext } from '../vocabulary/context.ts'

/** A target for one journey: everything that is sent is kept, and all of it with the key that is in use. */
export interface Track extends PlatformContext {
  readonly sent: Exchange[]
  key: KeyChoice
}

import type { BehaviourChange } from '../behaviour.ts'
import type { EmbeddedOptions } from '../index.ts'

/** A legal difference between platforms, where the specification leaves a choice. */
export interface Variant {
  /** Unique; in kebab case. */
  readonly id: string
  /** Its difference, in one sentence. */
  readonly says: string
  /** The choice that it makes. Variants of one choice exclude each other. */
  readonly choice: string
  /** `observe` requirements for which it changes what is recorded. */
  readonly observes: readonly string[]
  /** `should` requirements that rightly warn about it, since it does not follow a recommendation. */
  readonly warns?: readonly string[]
  /** Requirements that cannot be judged on such a platform, and say so. */
  readonly hides?: readonly string[]
  readonly change: BehaviourChange
  /** Why its runs take real time. It is combined only with others of the same reason: it would slow down all others. */
  readonly exclusive?: 'rate limit' | 'real time'
  readonly options?: Pick<EmbeddedOptions, 'https' | 'webhooksOnHttps' | 'worksInRealTime'>
}

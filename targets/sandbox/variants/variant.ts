import type { BehaviourChange } from '../behaviour.ts'
import type { SandboxOptions } from '../index.ts'

/** A legal way to be another platform, where the specification leaves it open. */
export interface Variant {
  /** Unique; in kebab case. */
  readonly id: string
  /** Its difference, in one sentence. */
  readonly says: string
  /** The choice that it makes. Variants of one choice exclude each other. */
  readonly choice: string
  /** `observe` requirements whose record is another by it. */
  readonly observes: readonly string[]
  /** `should` requirements that rightly warn of it: it leaves a recommendation aside. */
  readonly warns?: readonly string[]
  /** Requirements that cannot be shown to hold on such a platform, and that say so. */
  readonly hides?: readonly string[]
  readonly change: BehaviourChange
  /** It takes real time, so that no combination with others is made slow by it. */
  readonly alone?: true
  readonly options?: Pick<SandboxOptions, 'https' | 'webhooksOnHttps' | 'worksInRealTime'>
}

import type { SandboxKind } from './kind.ts'

/** The options for starting all sandboxes of a thread. */
export interface ThreadData {
  readonly kind: SandboxKind
  /** Seed of credentials, ids and tokens. */
  readonly seed: number
}

/** A request to a thread of sandboxes. Each sandbox has its own number. */
export type Request =
  | { readonly number: number; readonly wish: 'start'; readonly data: ThreadData }
  | { readonly number: number; readonly wish: 'close' }

/** The reply to a request. It holds the profile of a sandbox that was started. */
export type Reply =
  | { readonly number: number; readonly profile?: object; readonly worksInRealTime?: boolean }
  | { readonly number: number; readonly error: unknown }

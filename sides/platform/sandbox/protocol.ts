import type { SandboxKind } from './kind.ts'

/** How all sandboxes of a thread are started. */
export interface ThreadData {
  readonly kind: SandboxKind
  /** Seed of credentials, ids and tokens. */
  readonly seed: number
}

/** A request to a thread of sandboxes; each sandbox has a number of its own. */
export type Request =
  | { readonly number: number; readonly wish: 'start'; readonly data: ThreadData }
  | { readonly number: number; readonly wish: 'close' }

/** The answer to it, with the profile of a sandbox that was started. */
export type Reply =
  | { readonly number: number; readonly profile?: object; readonly worksInRealTime?: boolean }
  | { readonly number: number; readonly error: unknown }

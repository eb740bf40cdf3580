import type { SandboxKind } from './kind.ts'

/** The data that a thread of sandboxes begins with. */
export interface ThreadData {
  readonly kind: SandboxKind
  /** Seed of credentials, ids and tokens. */
  readonly seed: number
}

/** A request to a thread of sandboxes; each sandbox has a number of its own. */
export interface Request {
  readonly number: number
  readonly wish: 'start' | 'close'
}

/** The answer to it, with the profile of a sandbox that was started. */
export type Reply =
  | { readonly number: number; readonly profile?: object; readonly worksInRealTime?: boolean }
  | { readonly number: number; readonly error: unknown }

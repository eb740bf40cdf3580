import type { EntryKind } from '../../../conformance/ledger.ts'
import type { KnownPlatform } from '../record/entries.ts'
import type { Passed } from '../record/passed.ts'
import type { Breach, Judged } from './breach.ts'

/** The data that the judging thread starts with. */
export interface JudgingData {
  readonly platform: KnownPlatform
  /** Texts that must not be written. */
  readonly secrets: readonly string[]
  /** The changelog version to judge by; absent: the newest. */
  readonly apiVersion?: string
  /** Kinds of entries of which nothing is missing. */
  readonly whole: readonly EntryKind[]
  /** The file to write. */
  readonly file: string
}

/** A message to the thread. */
export type ToJudge =
  | { readonly kind: 'passed'; readonly all: readonly Passed[] }
  | { readonly kind: 'dropped'; readonly entries: number }
  /** All has passed: the rest is judged now. */
  | { readonly kind: 'end' }

/** A message of the thread. Nothing in it is secret. */
export type FromJudge =
  | { readonly kind: 'ready' }
  /** So many entries are written. */
  | { readonly kind: 'taken'; readonly entries: number; readonly bytes: number }
  | { readonly kind: 'breach'; readonly breach: Breach }
  | { readonly kind: 'judged'; readonly judged: Judged }

/** The kept bytes of an entry, which the thread has not taken yet. */
export const bytesOf = ({ body, answer }: Passed): number =>
  body.kept.length + (answer?.body.kept.length ?? 0)

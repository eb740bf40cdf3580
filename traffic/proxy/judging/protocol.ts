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
  /** The rest of a connection passes unread. */
  | { readonly kind: 'unread' }
  /** All has passed: the rest is judged now. */
  | { readonly kind: 'end' }

/** A message of the thread. Nothing in it is secret. */
export type FromJudge =
  | { readonly kind: 'ready' }
  /** So many entries are written. */
  | { readonly kind: 'taken'; readonly entries: number; readonly bytes: number }
  | { readonly kind: 'breach'; readonly breach: Breach }
  | { readonly kind: 'judged'; readonly judged: Judged }

type Headers = Passed['headers']

/** The memory that an entry takes, which the thread has not taken yet: bodies, targets and headers. */
export const memoryOf = ({ target, asked, headers, body, answer, changing }: Passed): number =>
  target.length +
  asked.length +
  sizeOf(headers) +
  body.kept.length +
  (answer === undefined ? 0 : sizeOf(answer.headers) + answer.body.kept.length) +
  changing.reduce((sum, one) => sum + one.length, 0)

/** The characters of headers. */
export const sizeOf = (headers: Headers): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)

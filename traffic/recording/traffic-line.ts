import type { Exchange } from '../../conformance/exchange.ts'
import type { EntryKind } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'

/** Why no statement can be judged by an entry; absent where some can. */
interface Judgeable {
  readonly unjudged?: string
}

/** A line of the proxy's `traffic.jsonl`. */
export type TrafficLine =
  | {
      readonly type: 'recording'
      readonly baseUrl: string
      readonly authUrl: string
      readonly apiVersion: string
      /** Kinds of entries of which nothing is missing. */
      readonly whole: readonly EntryKind[]
    }
  | ({ readonly type: 'exchange'; readonly exchange: Exchange } & Judgeable)
  | ({ readonly type: 'arrival'; readonly arrival: Arrival } & Judgeable)
  /** So many entries were not written, since too much came at once. */
  | { readonly type: 'dropped'; readonly entries: number }
  /** The rest of a connection passed unread, so that requests may be missing. */
  | { readonly type: 'unread' }
  /** The last line of a recording that was ended, and not killed. */
  | { readonly type: 'ended' }

import type { Exchange } from './exchange.ts'
import type { Arrival } from './ports/webhooks.ts'

/** Kinds of entries of a ledger: requests of the partner, deliveries to the partner's endpoint, actions of the operator. */
export const ENTRY_KINDS = ['requests', 'deliveries', 'operator'] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Everything that happened: the requests with their answers, and the deliveries, each in the order in which they began. */
export interface Ledger {
  readonly exchanges: readonly Exchange[]
  /** Absent where nothing received deliveries. */
  readonly arrivals?: readonly Arrival[]
  /**
   * The kinds of which nothing is missing. A recording made elsewhere may lack some. Absent where all are whole, as in a scenario
   * of a run.
   */
  readonly whole?: readonly EntryKind[]
}

/** The kinds of which a ledger may lack entries, in the order of `ENTRY_KINDS`. */
export const partial = ({ whole = ENTRY_KINDS }: Pick<Ledger, 'whole'>): readonly EntryKind[] =>
  ENTRY_KINDS.filter((kind) => !whole.includes(kind))

/** Says whether a ledger comes from a recording. Between two of its entries anybody may have done something else. */
export const isRecorded = ({ whole }: Pick<Ledger, 'whole'>): boolean => whole !== undefined

/** Says whether requests of the partner may be missing in a ledger. */
export const lacksRequests = (ledger: Pick<Ledger, 'whole'>): boolean => partial(ledger).includes('requests')

import type { Exchange } from './exchange.ts'
import type { Arrival } from './ports/webhooks.ts'

/** Kinds of entries of a ledger: requests of the partner, deliveries to the partner's endpoint, actions of the operator. */
export const ENTRY_KINDS = ['requests', 'deliveries', 'operator'] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A moment on both clocks, in milliseconds: of the target since the scenario began, of the suite since the epoch. */
export interface Moment {
  readonly targetMs: number
  readonly suiteMs: number
}

/** How long a target may take for its work, in milliseconds of its own time. */
export interface Deadlines {
  readonly rating: number
  readonly proposal: number
  readonly issue: number
  /** How late a delivery may be. */
  readonly delivery: number
  /** Real time that its work may take beside a clock that is moved. */
  readonly beside: number
}

/** The target, as far as statements about a ledger depend on it. */
export interface LedgerTarget {
  /** Absent where they are not known: then nothing can be missing. */
  readonly deadlines?: Deadlines
  /** The ids of the two partners of the profile, where they are known. */
  readonly partnerId?: string
  readonly otherPartnerId?: string
  /** The partner that the profile's client id names (2.6). */
  readonly clientPartnerId?: string
  /**
   * The names and email addresses of insured of whom there may be quotes outside the ledger. Absent where they are not known: then it may
   * be so of each that has several quotes in it.
   */
  readonly sharedInsured?: readonly string[]
}

/** The end of a ledger. */
export interface LedgerEnd extends Moment {
  /** The target could reach the receiver, so that a delivery that is not there was not sent. */
  readonly reached: boolean
  /** The addresses at which the receiver listened from their registration on, each for one endpoint. */
  readonly addresses: readonly string[]
  /** The longest real time for which the suite was held up; zero where a moved clock stands still meanwhile. Absent for none. */
  readonly heldUpMs?: number
}

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
  /** The moment up to which everything was recorded; absent where it is not known. */
  readonly until?: LedgerEnd
  readonly target?: LedgerTarget
  /** Exchanges that nobody judges here, but that give the target work. Absent where the ledger has them all. */
  readonly elsewhere?: readonly Exchange[]
}

/** The kinds of which a ledger may lack entries, in the order of `ENTRY_KINDS`. */
export const partial = ({ whole = ENTRY_KINDS }: Pick<Ledger, 'whole'>): readonly EntryKind[] =>
  ENTRY_KINDS.filter((kind) => !whole.includes(kind))

/** Says whether a ledger comes from a recording. Between two of its entries anybody may have done something else. */
export const isRecorded = ({ whole }: Pick<Ledger, 'whole'>): boolean => whole !== undefined

/** Says whether requests of the partner may be missing in a ledger. */
export const lacksRequests = (ledger: Pick<Ledger, 'whole'>): boolean => partial(ledger).includes('requests')

import type { Level } from '../../../conformance/requirement.ts'
import type { Finding } from '../../../conformance/verdict.ts'

/** A statement that was broken, by one side of the contract. */
export interface Breach {
  readonly by: 'platform' | 'client'
  readonly requirement: string
  readonly clause: string
  readonly level: Level
  readonly title: string
  readonly finding: Finding
}

/** How far the statements could be judged. */
export interface Judged {
  readonly requests: number
  readonly deliveries: number
  /** Statements that something was seen of, and all that a recording can be judged by. */
  readonly statements: number
  readonly ofStatements: number
  /** Statements that need entries of a kind that is not whole. */
  readonly unsure: number
  /** How often each `must` and `should` statement was broken, by its id. */
  readonly broken: readonly (Pick<Breach, 'requirement' | 'level' | 'by'> & {
    readonly times: number
    /** The first that was found; absent where only the whole recording shows it. */
    readonly finding?: Finding
  })[]
  /** Statements that threw in place of a verdict: a fault of the suite. */
  readonly faults?: { readonly times: number; readonly first: string }
  /** Entries that no statement could be judged by, by the reason. */
  readonly unjudged: Readonly<Record<string, number>>
  /** Requests and deliveries that were broken off, by the side that did it and how. */
  readonly brokenOff: Readonly<Record<string, number>>
  /** Connections of which a part passed unread. */
  readonly unread: number
  /** Requests that the platform answered. */
  readonly answered: number
  /** Entries that were neither written nor judged, since too many came at once. */
  readonly dropped: number
  /** Quotes and events that were given up before all of them was judged together. */
  readonly forgotten: number
}

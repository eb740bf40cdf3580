import type { DocumentName } from './exchange.ts'

/** What the contract says that a report draws: the tables that a run was judged by. Times in milliseconds. */
export interface ContractTables {
  readonly states: readonly ContractState[]
  readonly transitions: readonly ContractTransition[]
  readonly documents: readonly ContractDocument[]
  readonly delivery: ContractDelivery
}

export interface ContractState {
  readonly name: string
  readonly meaning: string
  /** It passes by itself, so a watcher may miss it. */
  readonly transient: boolean
  /** No way leads out. */
  readonly terminal: boolean
}

export interface ContractTransition {
  /** A state, or `new` for the moment before a quote exists. */
  readonly from: string
  readonly to: string
  /** What moves the quote: `submit`, `bind`, `review`. */
  readonly via: string
  readonly condition: string
  /** False for a way that the contract does not list and that is no breach either. */
  readonly published: boolean
  /** Id of the requirement that states it. */
  readonly requirement?: string
}

export interface ContractDocument {
  readonly name: DocumentName
  /** A cell for each state, in the order of the states. */
  readonly cells: readonly ContractCell[]
}

export interface ContractCell {
  readonly state: string
  readonly expect: 'available' | 'refused' | 'open'
  /** What is expected in few words: `200`, `4xx`, `not stated`. */
  readonly statuses: string
  readonly requirement?: string
}

export interface ContractDelivery {
  /** Every attempt with the delay before it, measured from the end of the failed one. */
  readonly attempts: readonly {
    readonly number: number
    readonly delayMs: number
    readonly requirement?: string
  }[]
  /** How far off a delay may be: the larger of a part of it and a number of milliseconds. */
  readonly early: { readonly ratio: number; readonly ms: number }
  readonly late: { readonly ratio: number; readonly ms: number }
  readonly deadlineMs: number
}

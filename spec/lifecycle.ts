import { closed, count, flag, list, text, word } from './shape.ts'

/** The eight values of `quote_status`, in the order of clause 3.states. */
export const QUOTE_STATES = [
  'pending',
  'approved_rate',
  'ready_to_bind',
  'bound',
  'issued',
  'declined',
  'underwriter_review',
  'failed',
] as const

export type QuoteState = (typeof QUOTE_STATES)[number]

/** One state of a quote (clause 3.states). */
export interface StateFacts {
  /** One of `QUOTE_STATES`. A plain string, since it is compared with what a target shows. */
  readonly name: string
  readonly meaning: string
  /** It passes by itself. */
  readonly transient: boolean
  /** It never changes again. */
  readonly terminal: boolean
  /** A client stops polling here. */
  readonly settled: boolean
  /** The rated parts of the record are required. */
  readonly rated: boolean
  /** Whether the answer to a submission may show it. */
  readonly submit: 'allowed' | 'breach' | 'observe'
}

/** One row of the transition table (clause 3.transitions). */
export interface Transition {
  /** A state, or `new` for the moment before a quote exists. */
  readonly from: string
  readonly via: 'submit' | 'rating' | 'error' | 'review' | 'bind' | 'issue' | 'update' | 'onboarding'
  readonly condition: string
  readonly to: string
  /** Events that go with it. */
  readonly events: readonly string[]
}

/** The table as it is written. */
export interface LifecycleTable {
  readonly states: readonly StateFacts[]
  /** The published table. */
  readonly transitions: readonly Transition[]
  /** Not in the published table, and still no breach. */
  readonly tolerated: readonly Transition[]
  readonly polling: {
    readonly minIntervalMs: number
    readonly maxIntervalMs: number
    /** Where polling stops by the published list. */
    readonly publishedStops: readonly string[]
    /** States that the published list leaves out although they do not change by themselves. */
    readonly addedStops: readonly string[]
  }
  /** States of older versions, each set until a version in which it no longer holds. */
  readonly former: readonly { readonly until: string; readonly states: readonly string[] }[]
}

/** The life of a quote, with the questions that are asked most often answered. */
export interface Lifecycle extends LifecycleTable {
  /** States whose record must have its rated parts. */
  readonly rated: readonly string[]
  /** States at which a client stops polling. */
  readonly settled: readonly string[]
  /** States that the answer to a submission may show. */
  readonly submitAnswers: readonly string[]
}

const state = word(...QUOTE_STATES)

const transition = (...via: Transition['via'][]) =>
  closed(
    {
      from: word('new', ...QUOTE_STATES),
      via: word(...via),
      condition: text,
      to: state,
      events: { ...list(text, 0), default: [] },
    },
    ['events'],
  )

export const lifecycleShape = closed({
  states: list(
    closed({
      name: state,
      meaning: text,
      transient: flag,
      terminal: flag,
      settled: flag,
      rated: flag,
      submit: word('allowed', 'breach', 'observe'),
    }),
  ),
  transitions: list(transition('submit', 'rating', 'error', 'review', 'bind', 'issue')),
  tolerated: list(transition('update', 'onboarding')),
  polling: closed({
    minIntervalMs: count,
    maxIntervalMs: count,
    publishedStops: list(state),
    addedStops: list(state),
  }),
  former: list(closed({ until: text, states: list(text) })),
})

export function lifecycleOf(table: LifecycleTable): Lifecycle {
  const namesOf = (holds: (facts: StateFacts) => boolean) =>
    table.states.filter(holds).map(({ name }) => name)
  return {
    ...table,
    rated: namesOf(({ rated }) => rated),
    settled: namesOf(({ settled }) => settled),
    submitAnswers: namesOf(({ submit }) => submit === 'allowed'),
  }
}

import { Type } from '../conformance/json/type.ts'
import { closed, flag, list, type Shaped, text, wholeNumber, word } from './shape.ts'

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

const stateFacts = closed({
  name: text,
  meaning: text,
  /** The platform leaves the state by itself. */
  transient: flag,
  /** It never changes again. */
  terminal: flag,
  /** A client stops polling here. */
  settled: flag,
  /** The rated parts of the record are required. */
  rated: flag,
  /** The verdict where the answer to a submission shows the state. */
  submit: word('allowed', 'breach', 'observe'),
})

/** One state of a quote (clause 3.states). Its name is a plain string, since it is compared with what a target shows. */
export type StateFacts = Shaped<typeof stateFacts>

const published = ['submit', 'rating', 'error', 'review', 'bind', 'issue'] as const
const tolerated = ['update', 'onboarding'] as const

const transition = (vias: readonly (typeof published | typeof tolerated)[number][]) =>
  closed({
    from: text,
    via: word(...vias),
    condition: text,
    to: text,
    events: Type.Unsafe<readonly string[]>({ ...list(text, 0), default: [] }),
  })

/** One row of the transition table (clause 3.transitions). */
export interface Transition {
  /** A state, or `new` for the moment before a quote exists. */
  readonly from: string
  readonly via: (typeof published | typeof tolerated)[number]
  readonly condition: string
  readonly to: string
  /** Events that are emitted with the transition. */
  readonly events: readonly string[]
}

export const lifecycleShape = closed({
  states: list(stateFacts),
  /** The published table. */
  transitions: list(transition(published)),
  /** Transitions that are not in the published table, and still no breach. */
  tolerated: list(transition(tolerated)),
  polling: closed({
    minIntervalMs: wholeNumber,
    maxIntervalMs: wholeNumber,
    /** States where polling stops by the published list. */
    publishedStops: list(text),
    /** States that the published list leaves out, although the platform does not leave them by itself. */
    addedStops: list(text),
  }),
  /** Today's names that are different in this version, or null where the version has no such state. */
  names: Type.Record(Type.String(), Type.Union([text, Type.Null()])),
})

/** The table as it is written; the names of states are plain strings. */
export interface LifecycleTable
  extends Omit<Shaped<typeof lifecycleShape>, 'transitions' | 'tolerated' | 'names'> {
  readonly transitions: readonly Transition[]
  readonly tolerated: readonly Transition[]
  readonly names: Readonly<Partial<Record<QuoteState, string | null>>>
}

/** The life cycle of a quote, with answers to frequent questions. */
export interface Lifecycle extends LifecycleTable {
  /** States whose record must have its rated parts. */
  readonly rated: readonly string[]
  /** States at which a client stops polling. */
  readonly settled: readonly string[]
  /** States that the answer to a submission may show. */
  readonly submitAnswers: readonly string[]
  /** The version's name of a state that exists today; undefined where it has none. */
  named(state: QuoteState): string | undefined
  /** Today's name of a state that was seen under the version's name; other names are unchanged. */
  present(state: string): string
}

export function lifecycleOf(table: LifecycleTable): Lifecycle {
  const present = new Map(Object.entries(table.names).map(([now, former]) => [former, now]))
  const namesOf = (holds: (facts: StateFacts) => boolean) =>
    table.states.filter(holds).map(({ name }) => name)
  return {
    ...table,
    rated: namesOf(({ rated }) => rated),
    settled: namesOf(({ settled }) => settled),
    submitAnswers: namesOf(({ submit }) => submit === 'allowed'),
    named(state) {
      const name = table.names[state]
      return name === null ? undefined : (name ?? state)
    },
    present: (state) => present.get(state) ?? state,
  }
}

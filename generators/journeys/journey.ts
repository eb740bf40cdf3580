import type { Form } from '../forms.ts'

/** Actions on a quote, whatever its state, and actions of an operator on all of them. */
export const JOURNEY_ACTIONS = [
  'status',
  'update',
  /** Updates that are refused for what they say, one for each rule. */
  'invalid-update',
  'bind',
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
  'rest',
  /** Two binds at the same moment. */
  'bind-and-bind',
  /** A bind and an update at the same moment. */
  'bind-and-update',
  'approve',
  'decline',
  /** From now on the other integration key. */
  'rotate',
  /** From now on a new token. */
  'renew',
  /** Whoever is not its partner asks for everything that can be asked of the quote. */
  'access-as-other-partner',
  /** The broker of a quote that waits for that is onboarded. */
  'onboard',
  'hold-rating',
  'hold-issue',
  /** Lets held work go on. */
  'release',
] as const

export type JourneyAction = (typeof JOURNEY_ACTIONS)[number]

export type Work = 'rating' | 'issue'

/** One step of a journey. The quote is submitted with the first step that names it, unless the step is an operator's. */
export interface Step {
  readonly quote: number
  readonly action: JourneyAction
  /** Does not wait until the quote has settled; nobody waits while work is held. */
  readonly immediate: boolean
}

/** How a quote of a journey is made. */
export interface Made {
  /** The outcome that it is submitted for. */
  readonly outcome: string
  /** Outcomes whose recipes are mixed into that one; what comes of all of them together is open. Default: none. */
  readonly also?: readonly string[]
  /** Default: the profile's own partner. */
  readonly partner?: 'other'
  /** Its broker is nobody else's, so that nothing changes for others where it is onboarded. Default: as usual. */
  readonly broker?: 'new'
  /** How its submission is written. Default: as usual. */
  readonly forms?: readonly Form[]
}

/** Actions in order, with several quotes side by side. */
export interface Journey {
  readonly quotes: readonly Made[]
  readonly steps: readonly Step[]
}

/** Offers of a target for journeys. */
export interface Possible {
  /** Outcomes that leave a quote to do something with; the first is the usual one. */
  readonly outcomes: readonly string[]
  readonly actions: readonly JourneyAction[]
  readonly partners: readonly ('own' | 'other')[]
}

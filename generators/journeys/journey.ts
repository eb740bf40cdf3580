import type { Form } from '../forms.ts'

/** Actions on a quote, whatever its state, and actions of an operator on all of them. */
export const JOURNEY_ACTIONS = [
  'status',
  'update',
  /** An update whose names have letters beyond ASCII. */
  'update-beyond-ascii',
  /** Updates that must be refused for their content, one for each rule. */
  'invalid-update',
  /** Requests that must be refused: with a token that nobody issued, with a wrong value, with a body that cannot be read. */
  'refused-requests',
  'bind',
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
  /** All documents, between two reads of the state. */
  'documents',
  'rest',
  /** Two binds at the same moment. */
  'bind-and-bind',
  /** A bind and an update at the same moment. */
  'bind-and-update',
  'approve',
  'decline',
  /** Uses the other integration key from now on. */
  'rotate',
  /** Uses a new token from now on. */
  'renew',
  /** Uses tokens of another client of the same partner from now on. */
  'change-client',
  /** An operator deactivates the client that submitted the quote; the partner goes on with its usual one. */
  'deactivate-client',
  /** Another partner asks for everything that can be asked of the quote. */
  'access-as-other-partner',
  /** Onboards the broker of a quote that waits for it. */
  'onboard',
  /** From now on, downloads documents as soon as an event announces them. */
  'listen',
  'hold-rating',
  'hold-issue',
  /** Ends the hold of work. */
  'release',
] as const

export type JourneyAction = (typeof JOURNEY_ACTIONS)[number]

export type Work = 'rating' | 'issue'

/** One step of a journey. The quote is submitted with the first step that names it, unless the step is an operator's. */
export interface Step {
  readonly quote: number
  readonly action: JourneyAction
  /** True: does not wait until the quote has settled. Nothing waits while work is held. */
  readonly immediate: boolean
}

/** The way in which a quote of a journey is made. */
export interface Made {
  /** The outcome that it is submitted for. */
  readonly outcome: string
  /** Outcomes whose recipes are merged into it; the outcome of all together is open. Default: none. */
  readonly also?: readonly string[]
  /** Default: the profile's own partner. */
  readonly partner?: 'other'
  /** `new`: its broker has no other quotes, so that onboarding changes nothing for others. Default: as usual. */
  readonly broker?: 'new'
  /** The key that it is submitted with, and that its partner goes on with. Default: the primary one. */
  readonly key?: 'secondary'
  /** True when it is submitted by a client that is deactivated afterwards. */
  readonly byFormerClient?: true
  /** True when the same submission is sent again. It is the quote of the second answer, where that is another one. */
  readonly twice?: true
  /** How its submission is written. Default: as usual. */
  readonly forms?: readonly Form[]
}

/** Ways to send requests that change nothing about them: another language is asked for; JSON is written with white space. */
export type SentAs = 'other-language' | 'spaced-bodies'

/** Actions in order, on one or more quotes. */
export interface Journey {
  readonly quotes: readonly Made[]
  readonly steps: readonly Step[]
  /** How its requests are sent. Default: as usual. */
  readonly requests?: readonly SentAs[]
}

/** The parts of a journey that a target offers. */
export interface Possible {
  /** Outcomes after which a quote can still be used; the first is the usual one. */
  readonly outcomes: readonly string[]
  readonly actions: readonly JourneyAction[]
  readonly partners: readonly ('own' | 'other')[]
}

/** A breach as data; reporters make the text from it. */
export interface Finding {
  readonly expected: string
  readonly observed: string
  /** JSON Pointer, header name or moment. */
  readonly at?: string
  /** Id of the exchange that shows it. */
  readonly exchange?: string
  /** The form of the value is wrong, whatever the value. */
  readonly form?: true
  /** Id of the exchange whose answer has, at the same place, what was expected. */
  readonly sameAs?: string
  /** Id of the delivery that shows it. */
  readonly arrival?: string
  /** The condition under which it showed, where one statement is judged under several. */
  readonly under?: string
  /** Advice on how to change it, in one sentence. */
  readonly remedy?: string
  /** Texts for its cause, where those above name more than the cause: a value, an id, a time. See `cause.ts`. */
  readonly cause?: Partial<Cause> & {
    /** The operation that answered wrongly. The name of a cause tells it; findings of several operations may still have one cause. */
    readonly operation?: string
  }
  /** Something did not come or did not happen. Another breach may have prevented it, so it names no cause of others. */
  readonly absence?: true
  /** How many findings of one check it stands for, where that is more than one. */
  readonly times?: number
}

/** The facts that findings of one defect have in common. */
export interface Cause {
  readonly expected: string
  /** Kind of what was observed instead: `string`, `status 500`. */
  readonly observed: string
  /** Kind of place: `a field of the quote record`. */
  readonly place: string
}

/** A measured time, and what is allowed, in milliseconds; a bound that does not bound is absent. */
export interface Measured {
  readonly leastMs: number
  readonly mostMs: number
  readonly fromMs?: number
  readonly toMs?: number
}

/** Result of a claim. The level of its requirement makes an outcome of it (see `outcome.ts`). */
export type Verdict =
  | {
      readonly kind: 'passed'
      readonly note?: string
      /** The time that was judged, where it was one. */
      readonly measured?: Measured
      /** The conditions under which it was judged, where there are several. */
      readonly under?: readonly string[]
    }
  | { readonly kind: 'failed'; readonly findings: readonly Finding[] }
  | {
      readonly kind: 'observed'
      readonly what: string
      /** The single observations that `what` sums up, where there are several. */
      readonly parts?: readonly string[]
    }
  | {
      readonly kind: 'cannot-tell'
      readonly why: string
      /** The profile key that would let the claim be judged. */
      readonly key?: string
      /** The profile offers everything, and still the target kept the claim from being judged: such a run is incomplete. */
      readonly cutOff?: true
      /** Left to people, who did not do it: such a run is incomplete where nothing else shows the requirement. */
      readonly unplayed?: true
      /** A time that was to be judged and was not known closely enough. */
      readonly measured?: Measured
    }

export const passed = (note?: string): Verdict =>
  note === undefined ? { kind: 'passed' } : { kind: 'passed', note }

export const failed = (...findings: readonly Finding[]): Verdict => ({ kind: 'failed', findings })

/** Records what a target does where the specification is silent. */
export const observed = (what: string): Verdict => ({ kind: 'observed', what })

/** Records several things of one kind, each of which stands for itself. */
export const observedEach = (parts: readonly string[], what = parts.join('; ')): Verdict =>
  parts.length > 1 ? { kind: 'observed', what, parts } : observed(what)

/** @param key the profile key that would let the claim be judged */
export const cannotTell = (why: string, key?: string): Verdict =>
  key === undefined ? { kind: 'cannot-tell', why } : { kind: 'cannot-tell', why, key }

/** The profile offers what the claim needs, and still it could not be judged: no answer, or a set-up that failed. */
export const cutOff = (why: string): Verdict => ({ kind: 'cannot-tell', why, cutOff: true })

/** Thrown by a scenario that cannot be set up: every claim of it then "cannot tell", for this reason. */
export class CannotTell extends Error {
  /** The profile key that would help. Without one the target itself got in the way, and the claims are cut off. */
  readonly key: string | undefined

  constructor(why: string, key?: string) {
    super(why)
    this.name = 'CannotTell'
    this.key = key
  }

  get verdict(): Verdict {
    return this.key === undefined ? cutOff(this.message) : cannotTell(this.message, this.key)
  }
}

/** Thrown by a scenario that people were to drive, and did not. */
export class NotDriven extends CannotTell {
  override get verdict(): Verdict {
    return { kind: 'cannot-tell', why: this.message, unplayed: true }
  }
}

/** An argument for `catch`: skips what the target or its operator cannot do. Throws any other error again. */
export function unlessUnable(error: unknown): undefined {
  cannotTellOf(error)
}

/** Returns an error that says what the target or its operator cannot do. Throws any other one again. */
export function cannotTellOf(error: unknown): CannotTell {
  if (error instanceof CannotTell) return error
  throw error
}

/** Stands for a part of a trace that the target or its operator did not make possible. */
export interface Left {
  readonly left: Verdict
}

/** Why a scenario ended early, or could not show everything, where its trace says so. */
export const leftIn = (trace: unknown): Verdict | undefined =>
  (trace as Partial<Left> | null | undefined)?.left

/** An argument for `catch`: what the target or its operator cannot do leaves a part of a trace out. Throws any other error again. */
export function whyLeft(error: unknown): Left {
  return { left: cannotTellOf(error).verdict }
}

/**
 * Combines several verdicts about one requirement in one trace. A breach takes precedence, then what could
 * not be decided: a claim that was cut off halfway has not passed. Observations count only where nothing was
 * judged.
 */
export function all(verdicts: readonly Verdict[]): Verdict {
  const findings = verdicts.flatMap((verdict) => (verdict.kind === 'failed' ? verdict.findings : []))
  if (findings.length > 0) return { kind: 'failed', findings }
  const first = (kind: Verdict['kind']) => verdicts.find((verdict) => verdict.kind === kind)
  return first('cannot-tell') ?? first('passed') ?? observations(verdicts)
}

/** The same, where verdicts that cannot tell take nothing away from the others: each judges the statement in full. */
export function allDecided(verdicts: readonly Verdict[]): Verdict {
  const decided = verdicts.filter(({ kind }) => kind !== 'cannot-tell')
  return all(decided.length > 0 ? decided : verdicts)
}

function observations(verdicts: readonly Verdict[]): Verdict {
  const seen = verdicts.filter((verdict) => verdict.kind === 'observed')
  if (seen.length === 0) return cannotTell('nothing was there to check')
  const parts = new Set(seen.flatMap(partsOf))
  return observedEach([...parts], [...new Set(seen.map(({ what }) => what))].join('; '))
}

/** The single observations of an `observed` verdict. */
export const partsOf = ({
  what,
  parts = [what],
}: Extract<Verdict, { kind: 'observed' }>): readonly string[] => parts

import type { At, BreakerFact, BreakerRule, BreakerSighting, BreakerStep, CountedFailure } from './entries.ts'

/** Says whether so many milliseconds certainly lie between two moments. */
export type IsOver = (from: At, to: At, ms: number) => boolean

/** How long a platform may take to disable or to enable an endpoint, in milliseconds. */
const EFFECT_MS = 3000
/** How long a request that was sent before its endpoint was disabled may be on its way, in milliseconds. */
const IN_FLIGHT_MS = 2000
/** Failures so close to the end of the window may be within it or not: from where to where it is counted is open. */
const EDGE_MS = 2000

/** A status that was shown. */
interface Shown {
  readonly id: string
  readonly at: At
  readonly status: 'enabled' | 'disabled'
}

/** Since when an endpoint must be disabled, by what was counted or shown, and whether anything came since then. */
interface Out {
  readonly at: At
  readonly isShown: boolean
  readonly hasDelivered: boolean
}

/** An endpoint when somebody asked for its status. */
interface Asked {
  readonly at: At
  readonly out: Out | undefined
  readonly mayBeIn: boolean
  readonly mayBeOut: boolean
  /** Undefined where it was just being enabled. */
  readonly enablings: number | undefined
}

/** The worlds of one endpoint: whether it may be enabled, whether it may be disabled, and with which failures. */
class Breaker {
  readonly #rule: BreakerRule
  readonly #isOver: IsOver
  /** All failures that may count. Whether those before it was enabled do is open. */
  readonly #possible: CountedFailure[] = []
  /** Those that count for certain, since it was enabled. */
  #sure: CountedFailure[] = []
  /** Those among them that no status has contradicted. */
  #counted: CountedFailure[] = []
  #enabledAt: At | undefined
  #isEnabling = false
  /** How often somebody began to enable it. */
  #enablings = 0
  /** Since when it may be disabled. */
  #mayBeOut: At | undefined
  #out: Out | undefined
  readonly #asked = new Map<string, Asked>()
  readonly sightings: BreakerSighting[] = []

  constructor(rule: BreakerRule, isOver: IsOver) {
    this.#rule = rule
    this.#isOver = isOver
  }

  take(step: BreakerStep): void {
    const { at } = step
    switch (step.kind) {
      case 'may-fail':
        this.#possible.push(step.failure)
        this.#mayOpen(step.failure, at)
        return
      case 'failed':
        this.#count(step.failure, at)
        return
      case 'attempt':
        this.#deliver(at, step.id)
        return
      case 'enabling':
        this.#closeOut(at)
        this.#sure = []
        this.#counted = []
        this.#isEnabling = true
        this.#enablings += 1
        return
      case 'enabled':
        this.#isEnabling = false
        this.#enabledAt = at
        return
      case 'asked':
        this.#asked.set(step.id, {
          at,
          out: this.#out,
          mayBeIn: this.#mayBeIn(at),
          mayBeOut: this.#mayStillBeOut(at),
          enablings: this.#isEnabling ? undefined : this.#enablings,
        })
        return
      case 'shown':
        this.#show(at, step.id, step.status)
        return
      default:
        this.#closeOut(at)
    }
  }

  /** A failure may disable the endpoint from the beginning of its attempt on, and for some time after its end. */
  #mayOpen({ least }: CountedFailure, at: At): void {
    if (this.#countPossible(least) >= this.#rule.failures) this.#mayBeOut = at
  }

  #count(failure: CountedFailure, at: At): void {
    this.#mayOpen(failure, at)
    const isOwn = !this.#isEnabling && failure.begunMs >= (this.#enabledAt?.suiteMs ?? 0)
    if (!failure.isSure || !isOwn) return
    this.#sure.push(failure)
    this.#counted.push(failure)
    const { failures, windowMs } = this.#rule
    const within = this.#counted.filter(
      ({ least, besideMs }) => failure.most - least + failure.besideMs - besideMs <= windowMs - EDGE_MS,
    )
    if (within.length >= failures)
      this.#out ??= { at: { ...at, targetMs: failure.most }, isShown: false, hasDelivered: false }
  }

  #countPossible(targetMs: number): number {
    return this.#possible.filter(({ most }) => targetMs - most <= this.#rule.windowMs + EDGE_MS).length
  }

  #mayBeIn(at: At): boolean {
    return this.#out === undefined || !this.#isOver(this.#out.at, at, EFFECT_MS)
  }

  /** Enabling ends it, after some time to take effect, unless further failures followed. */
  #mayStillBeOut(at: At): boolean {
    const [since, enabled] = [this.#mayBeOut, this.#enabledAt]
    if (since === undefined) return false
    const isEnabled = enabled !== undefined && !this.#isEnabling && since.suiteMs < enabled.suiteMs
    return !(isEnabled && this.#isOver(enabled, at, EFFECT_MS))
  }

  #deliver(at: At, id: string): void {
    const out = this.#out
    if (!out?.isShown || out.hasDelivered || !this.#isOver(out.at, at, IN_FLIGHT_MS)) return
    this.#out = { ...out, hasDelivered: true }
    this.#see('breaker-stops-deliveries', false, { id, at, since: out.at })
  }

  #closeOut(at: At): void {
    const out = this.#out
    if (out?.isShown && !out.hasDelivered && this.#isOver(out.at, at, this.#rule.windowMs))
      this.#see('breaker-stops-deliveries', true, { at, since: out.at })
    this.#out = undefined
  }

  #show(at: At, id: string, status: 'enabled' | 'disabled'): void {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (asked === undefined) return
    const shown = { id, at, status }
    const isNew = this.#mayBeOut !== undefined && this.#mayBeOut.suiteMs >= asked.at.suiteMs
    const isBeside = asked.enablings !== this.#enablings
    if (status === 'disabled') this.#showOut(shown, asked, asked.mayBeOut || isNew)
    else this.#showIn(shown, asked, asked.mayBeIn || isBeside)
  }

  #showIn(shown: Shown, asked: Asked, isRight: boolean): void {
    const out = this.#out
    if (!isRight) {
      if (out?.isShown) this.#see('breaker-stays-open', false, { ...shown, since: out.at })
      else this.#see('breaker-opens-at-five', false, shown)
      this.#out = undefined
      this.#counted = []
      this.#mayBeOut = undefined
      return
    }
    const { failures, windowMs } = this.#rule
    const last = this.#possible.at(-1)
    const isBelow = last !== undefined && this.#countPossible(last.least) < failures
    const recent = this.#sure.filter(({ most }) => last !== undefined && last.least - most <= windowMs)
    const fact =
      isBelow && this.#sure.length >= failures
        ? 'breaker-forgets-after-five-minutes'
        : isBelow && recent.length === failures - 1
          ? 'breaker-stays-closed-below-five'
          : undefined
    this.#see(fact, true, shown)
    if (this.#mayBeOut !== undefined && this.#isOver(this.#mayBeOut, asked.at, EFFECT_MS))
      this.#mayBeOut = undefined
  }

  #showOut(shown: Shown, asked: Asked, isRight: boolean): void {
    const out = this.#out ?? asked.out
    const long = out?.isShown && this.#isOver(out.at, shown.at, this.#rule.windowMs)
    if (isRight)
      this.#see(
        long ? 'breaker-stays-open' : out !== undefined && !out.isShown ? 'breaker-opens-at-five' : undefined,
        true,
        shown,
      )
    else
      this.#see(
        this.#possible.length === 0
          ? 'breaker-is-per-endpoint'
          : this.#sincePossible() >= this.#rule.failures
            ? 'breaker-forgets-after-five-minutes'
            : 'breaker-stays-closed-below-five',
        false,
        shown,
      )
    // Where it was just enabled, that may still take effect.
    const enabled = this.#enabledAt
    if (enabled !== undefined && !this.#isOver(enabled, asked.at, EFFECT_MS)) return
    this.#mayBeOut = shown.at
    if (asked.enablings === this.#enablings && !out?.isShown)
      this.#out = { at: shown.at, isShown: true, hasDelivered: false }
  }

  #sincePossible(): number {
    return this.#possible.filter(({ begunMs }) => begunMs >= (this.#enabledAt?.suiteMs ?? 0)).length
  }

  #see(
    fact: BreakerFact | undefined,
    isRight: boolean,
    shown: Partial<Shown> & { at: At; since?: At },
  ): void {
    const counts = { sure: this.#sure.length, possible: this.#sincePossible() }
    this.sightings.push({
      ...(fact && { fact }),
      isRight,
      ...counts,
      ...shown,
    })
  }
}

/**
 * Judges what was seen of one endpoint: which statuses were possible, and which deliveries (8.breaker, R27).
 *
 * @param steps in the order of their moments on the suite's clock
 */
export function watchBreaker(
  steps: readonly BreakerStep[],
  rule: BreakerRule,
  isOver: IsOver,
): readonly BreakerSighting[] {
  const breaker = new Breaker(rule, isOver)
  for (const step of steps) breaker.take(step)
  return breaker.sightings
}

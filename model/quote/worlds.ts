import type { Lifecycle, QuoteState } from '../../spec/lifecycle.ts'

/** One course that a quote may have taken so far. */
export interface World {
  readonly state: QuoteState
  /** How often its rating, or a detour of it, has ended. Each time may have caused one event of each type. */
  readonly rated: number
  /** How many of the re-ratings that updates queued have been carried out. */
  readonly reRated: number
}

/** States that a quote reaches once it can be bound, and those of them in which it has no policy. */
export const ONCE_READY: readonly QuoteState[] = ['ready_to_bind', 'bound', 'issued']
export const UNBOUND: readonly QuoteState[] = ['ready_to_bind', 'bound']

/** No rating of it has ended. */
export const isUnrated = ({ state, rated }: World): boolean => state === 'pending' && rated === 0

/** The actions on a quote so far that let it leave a state. */
export interface Causes {
  /** Updates that were or may have been accepted. */
  readonly updates: number
  /** A bind was or may have been accepted. */
  readonly bind: boolean
  /** A review of it may have ended, and its broker may have been onboarded. */
  readonly decided: boolean
  readonly onboarded: boolean
  readonly ratingHeld: boolean
  readonly issueHeld: boolean
}

/** Nothing has been done with the quote. */
export const UNCAUSED: Causes = {
  ...{ updates: 0, bind: false, decided: false, onboarded: false },
  ...{ ratingHeld: false, issueHeld: false },
}

/** Endings of ratings beyond which a world does not count: how many events there may be is open then. */
export const UNCOUNTED = 5

const LEFT_UNCHANGED: readonly QuoteState[] = ['pending', 'declined', 'failed']

/** The worlds that a quote may pass on to by itself or by what has been done with it (3.transitions, R10). */
export function stepsFrom(
  { state, rated, reRated }: World,
  causes: Causes,
  { transitions, tolerated, present }: Lifecycle,
): readonly World[] {
  const more = Math.min(rated + 1, UNCOUNTED)
  const mayReRate = reRated < causes.updates
  const ways = [...transitions, ...tolerated].flatMap(({ from, via, to }): World[] => {
    if (present(from) !== state) return []
    const next = { state: present(to) as QuoteState, rated, reRated }
    switch (via) {
      case 'rating':
      case 'error':
        return causes.ratingHeld ? [] : [{ ...next, rated: more }]
      case 'review':
        return causes.decided ? [{ ...next, rated: more }] : []
      case 'onboarding':
        return causes.onboarded ? [{ ...next, rated: next.state === 'pending' ? rated : more }] : []
      case 'bind':
        return causes.bind ? [next] : []
      case 'issue':
        return causes.issueHeld ? [] : [next]
      case 'update':
        return mayReRate ? [{ ...next, reRated: reRated + 1 }] : []
      default:
        return []
    }
  })
  // A re-rating need not show in the status (R10).
  const silent =
    mayReRate && !LEFT_UNCHANGED.includes(state) ? [{ state, rated: more, reRated: reRated + 1 }] : []
  return [...ways, ...silent]
}

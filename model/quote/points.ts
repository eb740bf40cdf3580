import type { Entry } from './entries.ts'

/** The begin or the end of an entry, on the suite's clock in milliseconds. */
export interface Point<R> {
  readonly at: number
  /** At one moment, begins come before ends: of entries that touch, either may have been first. */
  readonly phase: 0 | 1 | 2
  readonly entry: Entry<R>
}

/** The begins and ends of entries, in order. An event is one point. */
export function pointsOf<R>(entries: readonly Entry<R>[]): readonly Point<R>[] {
  const points = entries.flatMap((entry): Point<R>[] => {
    const [begin, end] = [
      { at: entry.from, phase: 0, entry } as const,
      { at: entry.to, phase: 2, entry } as const,
    ]
    return entry.kind === 'event' ? [{ ...end, phase: 1 }] : [begin, end]
  })
  return points.sort((one, other) => one.at - other.at || one.phase - other.phase)
}

import fc from 'fast-check'
import type { EventType } from '../spec/delivery.ts'

/** One delivery of a history. */
export interface HistoryStep {
  /** Index of the event in the history. */
  readonly event: number
  /** `right`: as it was made; `later`: another attempt of the event; all others are forgeries. */
  readonly act: 'right' | 'later' | 'wrong-signature' | 'no-signature' | 'other-body' | 'other-time'
}

/** Deliveries to a receiver in order, as plain JSON. */
export interface History {
  readonly types: readonly EventType[]
  readonly steps: readonly HistoryStep[]
}

const EVENTS = 3

/** Histories of events, repeats and forgeries in many different orders. */
export function histories(types: readonly EventType[]): fc.Arbitrary<History> {
  const step = fc.record({
    event: fc.nat({ max: EVENTS - 1 }),
    act: fc.constantFrom<HistoryStep['act']>(
      ...(['right', 'right', 'right', 'later', 'later'] as const),
      ...(['wrong-signature', 'no-signature', 'other-body', 'other-time'] as const),
    ),
  })
  return fc.record({
    types: fc.array(fc.constantFrom(...types), { minLength: EVENTS, maxLength: EVENTS }),
    steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  })
}

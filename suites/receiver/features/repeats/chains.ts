import type { EventType } from '../../../../spec/delivery.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Changes, Draft } from '../../vocabulary/draft.ts'
import type { Item } from '../../vocabulary/lanes.ts'
import { eventsOf, type NamedExchange } from '../../vocabulary/send.ts'

/**
 * A first delivery, a repeat of it, a later attempt with its own Timestamp, or a forgery. The last kind is another body under the
 * same Event-ID, rightly signed: how that is answered is open.
 */
export type Kind = 'first' | 'repeat' | 'later' | 'forged' | 'other'

/** One delivery of a chain. */
export interface Step {
  readonly kind: Kind
  readonly name: string
  /** Which event of the chain. */
  readonly event: number
  /** Another Timestamp: that of the attempt's own moment, with its milliseconds or without. */
  readonly at?: 'now' | 'whole-seconds'
  readonly forge?: (draft: Draft) => Changes
}

/** Deliveries that follow each other. */
export interface Chain extends Item {
  readonly types: readonly EventType[]
  readonly steps: readonly Step[]
}

/** Result of a step. */
export interface Taken extends NamedExchange {
  readonly kind: Kind
}

/** Repeats as a platform's retries bring them about. */
export function chainsOf({ spec }: ReceiverContext): readonly Chain[] {
  const types = eventsOf(spec).map(({ type }) => type)
  const [first = 'quote.created', second = first, ...others] = types
  const among = [first, second, ...others]
  return [
    ...types.map((type, index) => ({ types: [type], steps: REPEATED, variant: index > 1 })),
    ...types.map((type, index) => ({ types: [type], steps: ATTEMPTED_LATER, variant: index > 0 })),
    // A, B, A finds receivers that remember only the last id, or one id for each event type.
    {
      types: [...among, ...among],
      steps: [
        ...[...among, ...among].map((_, event) => ({
          kind: 'first' as const,
          name: `first of ${event + 1}`,
          event,
        })),
        { kind: 'repeat' as const, name: 'repeat of the first of many', event: 0 },
        { kind: 'repeat' as const, name: 'repeat of the second of many', event: 1 },
        { kind: 'later' as const, name: 'later attempt at the first of many', event: 0, at: 'now' as const },
        { kind: 'repeat' as const, name: 'repeat of the last of many', event: 2 * among.length - 1 },
      ],
    },
    ...types.map((type, index) => ({ types: [type], steps: FORGED_AFTERWARDS, variant: index > 0 })),
  ]
}

const REPEATED: readonly Step[] = [
  { kind: 'first', name: 'first', event: 0 },
  { kind: 'repeat', name: 'repeat at once', event: 0 },
  { kind: 'repeat', name: 'repeat once more', event: 0 },
  { kind: 'repeat', name: 'repeat for the third time', event: 0 },
]

/** A chain of its own: a slow receiver takes seconds for each step. */
const ATTEMPTED_LATER: readonly Step[] = [
  { kind: 'first', name: 'first, attempted later', event: 0 },
  { kind: 'later', name: 'later Timestamp', event: 0, at: 'now' },
  { kind: 'later', name: 'later Timestamp without milliseconds', event: 0, at: 'whole-seconds' },
  { kind: 'other', name: 'other body', event: 0 },
]

const FORGED_AFTERWARDS: readonly Step[] = [
  { kind: 'first', name: 'first, forged afterwards', event: 0 },
  { kind: 'forged', name: 'forged, wrong signature', event: 0, forge: () => ({ signature: '0'.repeat(64) }) },
  { kind: 'forged', name: 'forged, no signature', event: 0, forge: () => ({ signature: null }) },
  {
    kind: 'forged',
    name: 'forged, another body',
    event: 0,
    forge: ({ body }) => ({ body: body.replace('"brokerageId":"', '"brokerageId":"x') }),
  },
  { kind: 'repeat', name: 'repeat after its forgery', event: 0 },
]

/** Drives the steps of a chain, one after the other. */
export async function driveChain(
  context: ReceiverContext,
  { types, steps }: Chain,
): Promise<readonly Taken[]> {
  const { draft, signed, changed, send, sendGuarded, timestamp } = context
  const events = types.map((type) => draft(type))
  const taken: Taken[] = []
  let unanswered = 0
  for (const { kind, name, event, at, forge } of steps) {
    // Each further silence would take as long, and say the same.
    if (unanswered > 1) break
    const made = events[event] ?? draft('quote.created')
    const one =
      at === undefined ? made : { ...made, timestamp: at === 'now' ? timestamp() : whole(timestamp()) }
    const other = kind === 'other' ? { ...one, body: draft(types[event] ?? 'quote.created').body } : one
    const exchange = await (forge !== undefined
      ? sendGuarded(changed(one, forge(one)))
      : kind === 'other'
        ? sendGuarded(signed(other))
        : send(signed(one)))
    if (exchange.answer === undefined && forge === undefined) unanswered += 1
    taken.push({ kind, name: `${name}, ${types[event]}`, id: made.id, exchange })
  }
  return taken
}

/** Whole seconds, as another clock might write them. */
function whole(timestamp: string): string {
  return new Date(Date.parse(timestamp) - 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}

import type { Exchange } from '../../../../conformance/exchange.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Changes, Draft } from '../../vocabulary/drafts/draft.ts'
import { eventTypesOf, type NamedExchange } from '../../vocabulary/driving/send.ts'
import { isAccepted } from '../../vocabulary/judge/answer.ts'
import type { Item } from '../../vocabulary/pace/item.ts'

/**
 * A first delivery, a repeat of it, a later attempt with its own Timestamp, or a forgery. `other` is another body under the
 * same Event-ID, correctly signed: how a receiver answers it is open.
 */
export type ChainStepKind = 'first' | 'repeat' | 'later' | 'forged' | 'other'

/** One delivery of a chain. */
export interface ChainStep {
  readonly kind: ChainStepKind
  readonly name: string
  /** Index of the event in the chain. */
  readonly event: number
  /** Replaces the Timestamp by the moment of the attempt, with milliseconds or without. */
  readonly at?: 'now' | 'whole-seconds'
  readonly forge?: (draft: Draft) => Changes
}

/** A sequence of deliveries. */
export interface DeliveryChain extends Item {
  readonly types: readonly EventType[]
  readonly steps: readonly ChainStep[]
}

/** The result of a step. */
export interface Taken extends NamedExchange {
  readonly kind: ChainStepKind
  /** Where a forgery was accepted: the same one of an event that never came. It shows whether the known Event-ID matters. */
  readonly ofUnknown?: Exchange
}

/** The largest number of steps that overlap. */
const MOST_TOGETHER = 8

/** Repeats as they are caused by a platform's retries. */
export function chainsOf({ spec }: ReceiverContext): readonly DeliveryChain[] {
  const types = eventTypesOf(spec).map(({ type }) => type)
  const [first = 'quote.created', second = first, ...others] = types
  const among = [first, second, ...others]
  return [
    ...types.map((type, index) => ({ types: [type], steps: REPEATED, variant: index > 1 })),
    ...types.map((type, index) => ({ types: [type], steps: ATTEMPTED_LATER, variant: index > 0 })),
    // The order A, B, A finds receivers that remember only the last id, or one id for each event type.
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
        { kind: 'repeat' as const, name: 'repeat of the last of many', event: 2 * among.length - 1 },
        { kind: 'later' as const, name: 'later attempt at the first of many', event: 0, at: 'now' as const },
      ],
    },
    ...types.map((type, index) => ({ types: [type], steps: FORGED_AFTERWARDS, variant: index > 0 })),
  ]
}

const REPEATED: readonly ChainStep[] = [
  { kind: 'first', name: 'first', event: 0 },
  { kind: 'repeat', name: 'repeat at once', event: 0 },
  { kind: 'repeat', name: 'repeat once more', event: 0 },
  { kind: 'repeat', name: 'repeat for the third time', event: 0 },
]

/** This is a separate chain, because a slow receiver takes seconds for each step. */
const ATTEMPTED_LATER: readonly ChainStep[] = [
  { kind: 'first', name: 'first, attempted later', event: 0 },
  { kind: 'later', name: 'later Timestamp', event: 0, at: 'now' },
  { kind: 'later', name: 'later Timestamp without milliseconds', event: 0, at: 'whole-seconds' },
  { kind: 'other', name: 'other body', event: 0 },
]

const FORGED_AFTERWARDS: readonly ChainStep[] = [
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

/**
 * Drives the steps of a chain, one after the other. If a slow receiver bears several deliveries at a time, steps of one kind
 * overlap that belong to different events. If one of those fails, the whole chain is driven again without overlap.
 */
export async function driveChain(context: ReceiverContext, chain: DeliveryChain): Promise<readonly Taken[]> {
  const [{ bearsCompany }, { isSlow }] = [await context.lanes(), await context.time()]
  if (!bearsCompany || !isSlow) return driveSteps(context, chain, 1)
  const taken = await driveSteps(context, chain, MOST_TOGETHER)
  const isRight = taken.every(
    ({ kind, exchange }) => kind === 'forged' || kind === 'other' || isAccepted(exchange),
  )
  return isRight ? taken : driveSteps(context, chain, 1)
}

async function driveSteps(
  context: ReceiverContext,
  { types, steps }: DeliveryChain,
  most: number,
): Promise<readonly Taken[]> {
  const events = types.map((type) => context.draft(type))
  const taken: Taken[] = []
  let unanswered = 0
  for (let next = 0; next < steps.length; ) {
    // After two silences no further step is driven: each would last until the deadline and say the same.
    if (unanswered > 1) break
    const group = besideEachOther(steps.slice(next, next + most))
    next += group.length
    const made = await Promise.all(
      group.map(async (step) => {
        const event = events[step.event] ?? context.draft('quote.created')
        const type = types[step.event] ?? 'quote.created'
        const exchange = await take(context, step, event, type)
        const isFooled = step.kind === 'forged' && isAccepted(exchange)
        return {
          ...{ kind: step.kind, name: `${step.name}, ${type}`, id: event.id, exchange },
          ...(isFooled && { ofUnknown: await take(context, step, context.draft(type), type) }),
        }
      }),
    )
    unanswered += made.filter(
      ({ kind, exchange }) => exchange.answer === undefined && kind !== 'forged',
    ).length
    taken.push(...made)
  }
  return taken
}

/** The longest run of first steps that have the same kind and different events. */
function besideEachOther(steps: readonly ChainStep[]): readonly ChainStep[] {
  const end = steps.findIndex(
    ({ kind, event }, index) =>
      index > 0 && (kind !== steps[0]?.kind || steps.slice(0, index).some((one) => one.event === event)),
  )
  return end < 0 ? steps : steps.slice(0, end)
}

function take(
  { draft, signed, changed, send, sendGuarded, timestamp }: ReceiverContext,
  { kind, at, forge }: ChainStep,
  made: Draft,
  type: EventType,
): Promise<Exchange> {
  const one =
    at === undefined ? made : { ...made, timestamp: at === 'now' ? timestamp() : inWholeSeconds(timestamp()) }
  if (forge !== undefined) return sendGuarded(changed(one, forge(one)))
  if (kind === 'other') return sendGuarded(signed({ ...one, body: draft(type).body }))
  return send(signed(one))
}

/** The timestamp in whole seconds, as another clock might write it. */
function inWholeSeconds(timestamp: string): string {
  return new Date(Date.parse(timestamp) - 1000).toISOString().replace(/\.\d+Z$/, 'Z')
}

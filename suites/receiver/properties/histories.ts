import type { Exchange } from '../../../conformance/exchange.ts'
import { all, passed, type Verdict } from '../../../conformance/verdict.ts'
import { type History, type HistoryStep, histories } from '../../../generators/delivery-history.ts'
import { claim, type ReceiverContext, type ReceiverScenario, sendScenario } from '../vocabulary/context.ts'
import type { Changes, Draft } from '../vocabulary/drafts/draft.ts'
import { eventTypesOf, takenEvents } from '../vocabulary/driving/send.ts'
import {
  type Effects,
  eachProcessed,
  processedAtAll,
  processedOnce,
} from '../vocabulary/effects/processed.ts'
import { accepted } from '../vocabulary/judge/answer.ts'
import { refusedOne } from '../vocabulary/judge/refused.ts'
import {
  judgeReceiverCases,
  type ReceiverCases,
  type ReceiverProperty,
  runReceiverProperty,
} from './property.ts'

interface Delivered {
  readonly name: string
  readonly id: string
  readonly exchange: Exchange
  readonly isForged: boolean
}

type Seen = readonly Delivered[]

const FORGE: Partial<Record<HistoryStep['act'], (draft: Draft) => Changes>> = {
  'wrong-signature': () => ({ signature: '0'.repeat(64) }),
  'no-signature': () => ({ signature: null }),
  'other-body': ({ body }) => ({ body: body.replace('"brokerageId":"', '"brokerageId":"x') }),
  'other-time': ({ timestamp }) => ({ timestamp: timestamp.replace('Z', '+00:00') }),
}

const rightOnes = (seen: Seen) => seen.filter(({ isForged }) => !isForged)
const taken = (seen: Seen) => takenEvents(rightOnes(seen))

const rightAccepted = (seen: Seen): Verdict =>
  all(rightOnes(seen).map(({ name, exchange }) => accepted(exchange, name)))

function forgedRefused(seen: Seen): Verdict {
  const forged = seen.filter(({ isForged }) => isForged)
  if (forged.length === 0) return passed()
  return all(
    forged.flatMap(({ name, id, exchange }) => {
      const counterpart = rightOnes(seen).findLast((one) => one.id === id)
      return counterpart === undefined ? [] : [refusedOne(name, exchange, counterpart.exchange)]
    }),
  )
}

const eachOnce = (seen: Seen, effects: Effects): Verdict =>
  'absent' in effects || taken(seen).length === 0
    ? passed()
    : eachProcessed(effects, taken(seen), (...times) =>
        all([processedAtAll(...times), processedOnce(times[0], times[1])]),
      )

function property(context: ReceiverContext): ReceiverProperty<History, Seen> {
  const { spec, draft, signed, changed, send, sendGuarded, timestamp } = context
  return {
    variant: true,
    arbitrary: histories(eventTypesOf(spec).map(({ type }) => type)),
    async send({ types, steps }) {
      const events = types.map((type) => draft(type))
      const seen: Delivered[] = []
      // Every event is validly delivered in the end: this is the counterpart of its forgeries.
      const used = [...new Set(steps.map(({ event }) => event))]
      const last = used.map((event): HistoryStep => ({ event, act: 'later' }))
      for (const { event, act } of [...steps, ...last]) {
        const one = events[event] ?? draft('quote.created')
        const forge = FORGE[act]
        const exchange =
          forge === undefined
            ? await send(signed(act === 'later' ? { ...one, timestamp: timestamp() } : one))
            : await sendGuarded(changed(one, forge(one)))
        const name = `delivery ${seen.length + 1}, ${act} of ${types[event]}`
        seen.push({ name, id: one.id, exchange, isForged: forge !== undefined })
      }
      return seen
    },
    idsOf: (seen) => taken(seen).map(({ id }) => id),
    judge: (seen, _, effects) => all([rightAccepted(seen), forgedRefused(seen), eachOnce(seen, effects)]),
    exchangesOf: (seen) => seen.map(({ exchange }) => exchange),
    steps: ({ types, steps }) => [
      ...steps.map(({ event, act }) => `deliver event ${event + 1}, a ${types[event]}: ${act}`),
      'deliver each of them once more, correctly signed',
    ],
  }
}

/** Deliveries, repeats and forgeries in generated orders. */
export const generatedHistories: ReceiverScenario = sendScenario<ReceiverCases<History, Seen>>({
  id: 'generated/histories',
  title: 'Each event is processed once, in any order of events, repeats and forgeries',
  drive: (context) => runReceiverProperty(context, 'generated histories', property(context)),
  claims: [
    claim('receiver-accepts-a-repeat', (trace) => judgeReceiverCases(trace, rightAccepted)),
    claim('receiver-refuses-forgery-of-a-known-id', (trace) => judgeReceiverCases(trace, forgedRefused)),
    claim('receiver-processes-once', (trace) =>
      judgeReceiverCases(trace, (seen, _, effects) => eachOnce(seen, effects)),
    ),
  ],
})

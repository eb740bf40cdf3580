import type { OperatorAction } from '../../../../../conformance/ports/operator.ts'
import type { Incoming } from '../../../../../conformance/ports/webhooks.ts'
import type { EventType } from '../../../../../spec/delivery.ts'
import type { PlatformContext } from '../../../vocabulary/context.ts'
import { isNamed, newBroker } from '../../../vocabulary/events/brokers.ts'
import { withAttempts } from '../../../vocabulary/events/event.ts'
import type { SharedQuote } from './part.ts'
import type { ScheduleQuotes } from './schedule-quotes.ts'

/** Recognizes and causes an event. It must be recognizable early: it may arrive before the answer to the request that causes it. */
export interface PreparedCause {
  concerns(delivery: Incoming): boolean
  /**
   * Causes the event.
   *
   * @throws CannotTell when that is impossible
   */
  begin(shared: SharedQuote): Promise<void>
}

/** How an event of some type is caused. */
export interface EventCause {
  readonly needs: readonly OperatorAction[]
  prepare(context: PlatformContext, quotes: ScheduleQuotes): PreparedCause
}

/** Makes the cause of an event of the quote that starts everything. */
const ofShared = (type: EventType, begin: PreparedCause['begin'] = async () => {}): EventCause => ({
  needs: [],
  prepare: (_context, quotes) => ({
    concerns: (delivery) => quotes.isAbout('shared', type, delivery),
    begin,
  }),
})

/** How an event of each type is caused. Each use of `broker.added` has a broker of its own. */
export const CAUSES = {
  'quote.created': ofShared('quote.created'),
  'quote.proposalReady': ofShared('quote.proposalReady'),
  'policy.created': ofShared('policy.created', ({ bind }) => bind()),
  'broker.added': {
    needs: ['add_broker'],
    prepare({ operator, unique }) {
      const broker = newBroker({ unique })
      return {
        concerns: withAttempts((delivery) => isNamed(delivery, broker.name)),
        async begin() {
          await operator.perform('add_broker', { ...broker })
        },
      }
    },
  },
} as const satisfies Readonly<Record<EventType, EventCause>>

/** A type of which the suite knows a cause. */
export type CausedType = keyof typeof CAUSES

import type { Quote } from '../quotes/quote.ts'
import type { Variant } from './variant.ts'

/** Removes accents, and letters that are not English, as a system does that knows no others. */
const inEnglish = (text: string): string => text.normalize('NFD').replace(/[^\0-~]/g, '')

/** Legal differences between platforms that show where two circumstances meet (R10, R11, R12, R28). */
export const combinedVariants: readonly Variant[] = [
  {
    id: 'works-slowly-by-the-machine',
    says: 'Rating and proposals take nearly all of their time, by the machine, and first attempts wait in a queue',
    // Excludes the variant with copies. Where deadlines run by the machine, the two copies drift apart on a moved clock, and R25
    // takes them for no copies.
    choice: 'copies',
    observes: ['observe-retry-delay-base'],
    // Without generated journeys, one quote of the other partner shows it, and may be the last of a scenario. The suite does not always
    // know closely enough when the failures before a pause ended.
    hides: ['events-go-to-their-partner', 'breaker-forgets-after-five-minutes'],
    change: ({ webhooks }) => ({
      timing: { rating: 8500, proposal: 9000 },
      webhooks: { deadlineBy: 'machine', delays: webhooks.delays.with(0, 900) },
    }),
    options: { worksInRealTime: true },
    exclusive: 'real time',
  },
  {
    id: 'other-partners-are-refused-with-403',
    says: "Another partner's quote is forbidden rather than unknown",
    choice: 'foreign quotes',
    observes: ['observe-foreign-quote-code'],
    change: ({ operations }) => ({
      operations: Object.fromEntries(
        Object.entries(operations).map(([name, perform]) => [
          name,
          async (...[call, platform]: Parameters<typeof perform>) => {
            const answer = await perform(call, platform)
            const quote = platform.quotes.get(call.id.toLowerCase())
            return quote !== undefined && quote.partnerId !== call.partner.id
              ? { ...answer, status: 403 }
              : answer
          },
        ]),
      ),
    }),
  },
  {
    id: 'names-of-events-in-english-letters',
    says: 'Events write names in English letters, whatever the quote has',
    choice: 'event values',
    observes: [],
    hides: ['signature-covers-non-ascii'],
    change: ({ events }) => ({
      events: {
        body: (...event) => JSON.parse(inEnglish(JSON.stringify(events.body(...event)))),
      },
    }),
  },
  {
    id: 'further-types-announce-progress',
    says: 'Events of further types name a quote while it is rated, and its customer while it is bound',
    choice: 'event types',
    observes: ['observe-event-types', 'observe-payload-extra-fields', 'observe-payload-status-values'],
    change: ({ events, effects, ids }) => {
      /** The type of the next further event of each quote. */
      const further = new WeakMap<Quote, string>()
      return {
        effects: Object.fromEntries(
          (
            [
              ['pending', 'quote.received'],
              ['bound', 'policy.requested'],
            ] as const
          ).map(([state, type]) => [
            state,
            (...[quote, platform]: Parameters<(typeof effects)['pending']>) => {
              further.set(quote, type)
              platform.events.emit('quote.created', quote, platform)
              further.delete(quote)
              effects[state](quote, platform)
            },
          ]),
        ),
        events: {
          made(made, subject, platform) {
            const type = 'submission' in subject ? further.get(subject) : undefined
            return events
              .made(made, subject, platform)
              .map((event) =>
                type === undefined
                  ? event
                  : { ...event, id: ids.event(platform), body: { ...event.body, type } },
              )
          },
        },
      }
    },
  },
  {
    id: 'a-review-is-announced-twice',
    says: 'A review is announced as a rating, and so is its approval, each with its proposal',
    choice: 'announced outcomes',
    observes: [],
    change: ({ effects }) => ({
      effects: {
        underwriter_review(quote, platform) {
          effects.underwriter_review(quote, platform)
          platform.events.emit('quote.created', quote, platform)
          platform.behaviour.effects.proposalAnnounced(quote, platform)
        },
      },
    }),
  },
]

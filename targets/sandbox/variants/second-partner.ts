import type { Endpoint } from '../events/endpoint.ts'
import { isFirstPartner } from '../office/first-partner.ts'
import { Refusal } from '../office/refusal.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Variant } from './variant.ts'

/** Says that an operator has nothing to do with an endpoint. */
const notOurs = ({ id }: Endpoint) => new Refusal('unknown', `there is no endpoint ${id}`)

/** Legal ways to treat a second partner, to whom no recipe of a profile promises anything (2.1, 3, R28). */
export const secondPartnerVariants: readonly Variant[] = [
  {
    id: 'brokers-of-a-second-partner-are-unknown',
    says: 'Submissions of a second partner are refused, since the broker in them is known to the first one only',
    choice: 'second partner',
    observes: [],
    hides: [
      'key-rotation-has-its-steps',
      'replaced-key-stops-working',
      'observe-replaced-key',
      'observe-tokens-of-disabled-account',
    ],
    change: ({ operations, answers }) => ({
      operations: {
        submit: (call, platform) =>
          isFirstPartner(call.partner.id, platform)
            ? operations.submit(call, platform)
            : answers.error(400, 'The broker is not known.'),
      },
    }),
  },
  {
    id: 'quotes-of-a-second-partner-are-reviewed',
    says: 'Each quote of a second partner is reviewed by a person first',
    choice: 'second partner',
    observes: [],
    change: ({ effects }) => ({
      effects: {
        rated(quote, platform) {
          const { rating } = platform.behaviour
          const { submission, partnerId } = quote
          if (isFirstPartner(partnerId, platform) || rating.outcome(submission) !== 'ready_to_bind')
            return effects.rated(quote, platform)
          quote.rating = rating.rate(submission, rating.minimumRetention(submission))
          move(quote, 'underwriter_review', platform)
        },
      },
    }),
  },
  {
    id: 'operators-see-one-partner',
    says: 'The portal that operators use shows endpoints and deliveries of the first partner only',
    choice: 'operators',
    observes: [],
    change({ endpoints, logs }) {
      const [registered, strange] = [new WeakSet<Endpoint>(), new WeakSet<Endpoint>()]
      return {
        endpoints: {
          register(request, platform) {
            const endpoint = endpoints.register(request, platform)
            if (!isFirstPartner(endpoint.partnerId, platform)) strange.add(endpoint)
            return endpoint
          },
          // The registration itself shows the endpoint.
          shown(endpoint) {
            if (strange.has(endpoint) && registered.has(endpoint)) throw notOurs(endpoint)
            registered.add(endpoint)
            return endpoints.shown(endpoint)
          },
        },
        logs: {
          shown(endpoint, platform) {
            if (strange.has(endpoint)) throw notOurs(endpoint)
            return logs.shown(endpoint, platform)
          },
        },
      }
    },
  },
]

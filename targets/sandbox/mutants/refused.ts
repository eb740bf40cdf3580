import type { BehaviourChange } from '../behaviour.ts'
import type { Visitor } from '../credentials/rules.ts'
import type { ApiOperation } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import { move } from '../quotes/lifecycle.ts'
import type { Quote } from '../quotes/quote.ts'
import type { Mutant } from './mutant.ts'

/** The quote that a request is about, before anybody is let in. */
const quoteOf = ({ url }: Visitor, platform: Platform): Quote | undefined =>
  platform.quotes.get(url.split('/').at(-1)?.toLowerCase() ?? '')

/** Acts on the quote of a request that is refused because its key is missing. */
const actingOnRefusal =
  (operation: ApiOperation, act: (quote: Quote, platform: Platform) => void): BehaviourChange =>
  ({ access }) => ({
    access: {
      key(visitor, partner, platform) {
        const refused = access.key(visitor, partner, platform)
        const quote = quoteOf(visitor, platform)
        if (refused === 'no-key' && visitor.operation === operation && quote !== undefined)
          act(quote, platform)
        return refused
      },
    },
  })

/** Carries binds with an expired token out, and refuses them all the same. */
const bindingExpired: BehaviourChange = ({ access }) => ({
  access: {
    token(visitor, platform) {
      const token = access.token(visitor, platform)
      const quote = quoteOf(visitor, platform)
      if (token === 'expired-token' && visitor.operation === 'bind' && quote?.status === 'ready_to_bind')
        move(quote, 'bound', platform)
      return token
    },
  },
})

/** Carries submissions without a key out, and refuses them afterwards. */
const submittingRefused: BehaviourChange = ({ access, operations }) => {
  const refused = new WeakMap<Visitor['headers'], Visitor>()
  return {
    access: {
      key(visitor, partner, platform) {
        const refusal = access.key(visitor, partner, platform)
        if (refusal !== 'no-key' || visitor.operation !== 'submit') return refusal
        refused.set(visitor.headers, visitor)
        return undefined
      },
    },
    operations: {
      submit(call, platform) {
        const answer = operations.submit(call, platform)
        const visitor = refused.get(call.headers)
        return visitor === undefined ? answer : access.refused('no-key', 'submit', platform, visitor)
      },
    },
  }
}

/** Requests that are refused for their credentials and yet carried out (5, R21). */
export const refusedMutants: readonly Mutant[] = [
  {
    id: 'refused-submission-goes-through',
    says: 'A submission without an integration key is answered with 401 after it was queued for rating',
    kills: ['refused-submit-changes-nothing'],
    change: submittingRefused,
  },
  {
    id: 'refused-update-goes-through',
    says: 'An update without an integration key is answered with 401 after it was begun',
    kills: ['refused-update-changes-nothing'],
    change: actingOnRefusal('update', (quote) => {
      quote.status = 'underwriter_review'
    }),
  },
  {
    id: 'refused-bind-goes-through',
    says: 'A bind without an integration key is answered with 401 after it was carried out',
    kills: ['refused-bind-changes-nothing'],
    change: actingOnRefusal('bind', (quote, platform) => void move(quote, 'bound', platform)),
  },
  {
    id: 'expired-bind-goes-through',
    says: 'A bind with an expired token is answered with 401 after it was queued',
    kills: ['refused-bind-changes-nothing'],
    change: bindingExpired,
  },
]

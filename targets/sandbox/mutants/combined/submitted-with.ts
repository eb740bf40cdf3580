import type { Behaviour, BehaviourChanges } from '../../behaviour.ts'
import type { IntegrationKey } from '../../office/directory.ts'
import type { Quote } from '../../quotes/quote.ts'
import type { Mutant } from '../mutant.ts'

/** The credentials of a submission, which the platform itself does not keep. */
interface Credentials {
  readonly clientId?: string
  readonly key?: IntegrationKey
}

/** Notes with which credentials each quote was submitted. */
function notingCredentials({ operations }: Behaviour): {
  readonly operations: NonNullable<BehaviourChanges['operations']>
  credentialsOf(subject: unknown): Credentials | undefined
} {
  const noted = new WeakMap<object, Credentials>()
  return {
    operations: {
      async submit(call, platform) {
        const before = new Set<Quote>(platform.quotes.values())
        const answer = await operations.submit(call, platform)
        const { authorization, 'x-integration-key': given } = call.headers
        const clientId = platform.tokens.get(String(authorization).replace(/^bearer /i, ''))?.clientId
        const key = Object.values(call.partner.keys).find(({ secret }) => secret.is(String(given)))
        for (const quote of platform.quotes.values())
          if (!before.has(quote)) noted.set(quote, { ...(clientId && { clientId }), ...(key && { key }) })
        return answer
      },
    },
    credentialsOf: (subject) =>
      typeof subject === 'object' && subject !== null ? noted.get(subject) : undefined,
  }
}

/** Events that depend on the credentials of the submission, which may be gone by then (5.rule.4, 5.rule.6, 6). */
export const submittedWithMutants: readonly Mutant[] = [
  {
    id: 'events-of-another-client-name-it-as-partner',
    says: 'The partner in an event is read from the token of the submission, and is right for the first client only',
    kills: ['payload-partner-id-kept'],
    change(base) {
      const { operations, credentialsOf } = notingCredentials(base)
      return {
        operations,
        events: {
          body(event, platform) {
            const [first] = platform.directory.clients.keys()
            const data = event.data as { readonly quoteId?: string }
            const partnerId = credentialsOf(platform.quotes.get(data.quoteId ?? ''))?.clientId
            const isFirst = partnerId === undefined || partnerId === first
            return base.events.body(isFirst ? event : { ...event, data: { ...data, partnerId } }, platform)
          },
        },
      }
    },
  },
]

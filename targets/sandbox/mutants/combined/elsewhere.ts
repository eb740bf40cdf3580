import { isObject } from '../../../../conformance/json/object.ts'
import type { Endpoint } from '../../events/endpoint.ts'
import type { Platform } from '../../platform.ts'
import type { ValidSubmission } from '../../quotes/quote.ts'
import { operating } from '../answers.ts'
import type { Mutant } from '../mutant.ts'
import { delivering } from '../webhooks/rule.ts'

/** The largest number of failed events of one type at an endpoint within the window. */
function failedOfOneType(
  endpoint: Endpoint,
  { clock, deliveries, behaviour: { webhooks } }: Platform,
): number {
  const failed = deliveries.of(endpoint).filter(({ state, attempts }) => {
    const { endedAt = 0 } = attempts.at(-1) ?? {}
    return state === 'failed' && endedAt >= clock.now() - webhooks.window
  })
  return Math.max(0, ...[...Map.groupBy(failed, ({ event }) => event.type).values()].map((all) => all.length))
}

/** Defects that do not show in the usual case, but with other ids, during a hold, or for another type (3 to 8). */
export const elsewhereMutants: readonly Mutant[] = [
  {
    id: 'declined-before-contacts-are-checked',
    says: 'Guidelines are checked before contacts, so that a declined submission may have invalid contacts',
    kills: ['submit-format-insured-contact-email'],
    change: operating(
      ['submit'],
      async (standard, { body }, { behaviour: { rating, answers, validation } }) => {
        const answer = await standard()
        if (answer.status !== 400 || !isObject(body)) return answer
        const problems = validation.problems(validation.submission, body, validation)
        const isOfContacts = problems.every((one) => one.startsWith('insured_contact'))
        return problems.length > 0 &&
          isOfContacts &&
          rating.outcome(body as unknown as ValidSubmission) === 'declined'
          ? answers.declined('This is outside of our guidelines.')
          : answer
      },
    ),
  },
  {
    id: 'secrets-are-looked-up-by-account',
    says: 'A token request may use the secret of any client of the account',
    kills: ['token-foreign-secret-refused'],
    change: ({ tokenChecks }) => ({
      tokenChecks: {
        secret(form, platform) {
          const { clients } = platform.directory
          const asked = clients.get(form.get('client_id') ?? '')
          const given = form.get('client_secret') ?? ''
          const isKnown = [...clients.values()].some(
            (one) => one.partnerId === asked?.partnerId && one.status === 'active' && one.secret.is(given),
          )
          return isKnown ? undefined : tokenChecks.secret(form, platform)
        },
      },
    }),
  },
  delivering(
    'the-breaker-counts-by-type',
    'Failures are counted for each type of event by itself',
    ['breaker-opens-at-five'],
    ({ threshold }) => ({
      trips: (endpoint, platform) => failedOfOneType(endpoint, platform) >= threshold,
    }),
  ),
]

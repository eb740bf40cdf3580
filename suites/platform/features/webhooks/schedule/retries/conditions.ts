import type { OperatorAction } from '../../../../../../conformance/ports/operator.ts'
import type { CredentialsChoice } from '../../../../../../conformance/ports/platform.ts'
import type { Script, ScriptedAnswer, WebhookEndpoint } from '../../../../../../conformance/ports/webhooks.ts'
import { CannotTell, unlessUnable } from '../../../../../../conformance/verdict.ts'
import { inForms } from '../../../../../../generators/forms.ts'
import type { Submission } from '../../../../../../generators/submission.ts'
import type { EventType } from '../../../../../../spec/delivery.ts'
import { asSecondPartner } from '../../../../vocabulary/access/asking.ts'
import { SILENCE, TOO_LATE } from '../../../../vocabulary/attempts/too-late.ts'
import type { PlatformContext } from '../../../../vocabulary/context.ts'
import { waitUntilReady } from '../../../../vocabulary/documents/bind-and-issue.ts'
import { eventIdOf } from '../../../../vocabulary/events/event.ts'
import { tryAction } from '../../../../vocabulary/operator/act.ts'
import { outcomeOf, type SubmittedQuote } from '../../../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../../../vocabulary/quotes/record.ts'
import { tooFew } from '../../few-endpoints.ts'
import { CAUSES, type PreparedCause } from '../causes.ts'
import type { SharedQuote } from '../part.ts'
import type { ScheduleQuotes } from '../schedule-quotes.ts'

/** A property of an event or its endpoint that must not change the times of its attempts. */
export interface Condition {
  readonly id: string
  /** Follows the word "retry schedule" in the name of a check. */
  readonly name: string
  readonly needs: readonly OperatorAction[]
  readonly type: EventType
  /** The partner whose endpoint it is; by default the profile's own. */
  readonly partner?: 'other'
  /** Responses of the receiver to the attempts in order; by default each fails at once. */
  readonly script?: Script
  prepare(context: PlatformContext, quotes: ScheduleQuotes): PreparedCause
  /** Called after each failed attempt with its number. */
  after?(number: number, endpoint: WebhookEndpoint, context: PlatformContext): Promise<void>
}

/** Limits a condition to the first event: a rating that ends in a review may have an event too (R28). */
function oneEvent(concerns: PreparedCause['concerns']): PreparedCause['concerns'] {
  let first: string | undefined
  return (delivery) => {
    if (!concerns(delivery)) return false
    first ??= eventIdOf(delivery)
    return eventIdOf(delivery) === first
  }
}

const answer = (status: number): ScriptedAnswer => ({ kind: 'answer', status })
/** An answer with `Retry-After`: the stated delays hold all the same (8.retry). */
const askingFor = (seconds: number, status: number): ScriptedAnswer => ({
  ...{ kind: 'answer', status },
  headers: { 'retry-after': String(seconds) },
})

/** Failures of every kind, early and late on the retry schedule. */
const EVERY_FAILURE: Script = [
  SILENCE,
  answer(302),
  { kind: 'reset' },
  askingFor(300, 503),
  TOO_LATE,
  askingFor(1, 429),
  SILENCE,
  { kind: 'reset' },
  answer(404),
  answer(500),
]

/** A script in which the attempts with these numbers are answered so, and the others fail at once (R26). */
const failingAt = (at: Readonly<Record<number, ScriptedAnswer>>): Script =>
  Array.from({ length: 10 }, (_, place) => at[place + 1] ?? answer(500))

/** A script in which the last attempt fails in another way than those before it: it has to count as well (R25). */
const lastly = (last: ScriptedAnswer): Script => failingAt({ 10: last })

export const CONDITIONS: readonly Condition[] = [
  {
    id: 'failures',
    name: 'over failures of every kind',
    needs: [],
    type: 'quote.created',
    script: EVERY_FAILURE,
    prepare: CAUSES['quote.created'].prepare,
  },
  {
    id: 'proposal',
    name: 'of quote.proposalReady',
    needs: [],
    type: 'quote.proposalReady',
    script: failingAt({ 2: TOO_LATE, 4: TOO_LATE, 8: TOO_LATE, 10: SILENCE }),
    prepare: CAUSES['quote.proposalReady'].prepare,
  },
  {
    id: 'policy',
    name: 'of policy.created',
    needs: [],
    type: 'policy.created',
    script: failingAt({ 3: TOO_LATE, 6: SILENCE, 9: TOO_LATE }),
    prepare: CAUSES['policy.created'].prepare,
  },
  {
    id: 'broker',
    name: 'of broker.added',
    needs: CAUSES['broker.added'].needs,
    type: 'broker.added',
    script: lastly({ kind: 'reset' }),
    prepare: CAUSES['broker.added'].prepare,
  },
  {
    id: 'review',
    name: 'of a quote that became ready by review',
    needs: ['review_approve'],
    type: 'quote.created',
    script: lastly(answer(302)),
    prepare: (context, quotes) => ({
      concerns: oneEvent((delivery) => quotes.isAbout('reviewed', 'quote.created', delivery)),
      async begin(shared) {
        await apart(context, shared)
        await reviewed(context, quotes)
      },
    }),
  },
  {
    id: 'letters',
    name: 'of a customer beyond ASCII, submitted with the other key',
    needs: [],
    type: 'quote.created',
    script: lastly(askingFor(1, 503)),
    prepare: (context, quotes) => ({
      concerns: (delivery) => quotes.isAbout('beyond ASCII', 'quote.created', delivery),
      async begin(shared) {
        await apart(context, shared)
        await quotes.make('beyond ASCII', () => beyondAscii(context))
      },
    }),
  },
  {
    id: 'rotation',
    name: 'while the secret is rotated',
    needs: ['rotate_secret'],
    type: 'quote.created',
    script: lastly(answer(410)),
    prepare: CAUSES['quote.created'].prepare,
    after: async (number, endpoint) => {
      if (number === 3) await endpoint.rotate()
    },
  },
  {
    id: 'registration',
    name: 'while another endpoint is registered',
    needs: [],
    type: 'quote.created',
    prepare: CAUSES['quote.created'].prepare,
    after: async (number, _endpoint, { webhooks }) => {
      if (number !== 3) return
      const registered = webhooks.since()
      // How many endpoints a partner may have is not shown.
      if ((await webhooks.open(['quote.created']).catch(unlessUnable)) === undefined)
        throw new CannotTell(tooFew(registered.refusal()).why, 'operator.register_endpoint')
    },
  },
  {
    id: 'enabling',
    name: 'while it is enabled, being in service',
    needs: ['enable_endpoint'],
    type: 'quote.created',
    prepare: CAUSES['quote.created'].prepare,
    // A platform may refuse to enable what is enabled.
    after: async (number, { id }, { operator }) => {
      if (number === 3) await tryAction(operator, 'enable_endpoint', { endpoint_id: id })
    },
  },
  {
    id: 'partner',
    name: 'of a second partner',
    needs: [],
    type: 'quote.created',
    partner: 'other',
    // Its event reaches no other endpoint of the schedule.
    prepare: (context, quotes) => ({
      concerns: (delivery) => quotes.isAbout('of the other partner', 'quote.created', delivery),
      // Only a quote that is ready to bind has an event for sure (R28).
      begin: () =>
        asSecondPartner(context, async (second) => {
          const { id } = await quotes.make('of the other partner', () => second.quotes.create())
          await waitUntilReady(second, id, 'credentials.other_partner')
        }),
    }),
  },
]

/** Time from the shared quote's rating to further quotes, in milliseconds: five attempts have failed by then. */
const APART_MS = 20_000

/** Waits until events of further quotes cannot disturb the counts of failures: they reach every endpoint of the schedule. */
async function apart({ clock }: PlatformContext, { rated }: SharedQuote): Promise<void> {
  await rated
  await clock.sleep(APART_MS)
}

async function reviewed({ operator, quotes: maker }: PlatformContext, quotes: ScheduleQuotes): Promise<void> {
  const quote = await quotes.make('reviewed', () => maker.create('underwriter_review'))
  const { state, last } = await maker.settle(quote.id)
  if (state !== 'underwriter_review')
    throw new CannotTell(
      `a quote should have reached underwriter_review and reached ${state ?? outcomeOf(last)}`,
    )
  await operator.perform('review_approve', { quote_id: quote.id })
}

async function beyondAscii(context: PlatformContext): Promise<SubmittedQuote> {
  const { quotes, facts, spec } = context
  const submission = inForms(quotes.submission('ready_to_bind'), ['beyond-ascii'], spec)
  const key = facts.credentials.has('secondary_integration_key') ? 'secondary' : 'primary'
  // The target may refuse the name: which characters it may have is not shown.
  return submitted(context, submission, { key })
}

async function submitted(
  { api }: PlatformContext,
  submission: Submission,
  credentials: CredentialsChoice,
): Promise<SubmittedQuote> {
  const answer = await api.submit(submission, { credentials })
  const id = quoteIdOf(answer)
  if (id === undefined)
    throw new CannotTell(`the submission made no quote: ${outcomeOf(answer)}`, 'submission')
  return { id, submission, submitted: answer }
}

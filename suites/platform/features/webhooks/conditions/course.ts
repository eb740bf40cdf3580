import type { Exchange } from '../../../../../conformance/exchange.ts'
import type { MadeClient } from '../../../../../conformance/ports/platform.ts'
import type { Arrival, WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { type PlatformContext, platformContext } from '../../../vocabulary/context.ts'
import { isAcceptedBind } from '../../../vocabulary/judge/accepted-bind.ts'
import { createInForm, createMade } from '../../../vocabulary/quotes/in-forms.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../../vocabulary/quotes/record.ts'
import { about } from '../event.ts'
import type { Condition } from './table.ts'

/** The events and the state of a quote while work of the platform was held back. */
export interface Held {
  /** The status at the end of the hold. */
  readonly state?: string
  readonly arrivals: readonly Arrival[]
  /** Time since the submission, in milliseconds of the platform. */
  readonly forMs: number
}

/** One quote of a condition, and how far it came. */
export interface Course {
  readonly quote: Quote
  /** The last state that was seen before a bind. */
  readonly state?: string
  /** Its documents, read as soon as it was told of that they are there. */
  readonly announced?: readonly Exchange[]
  readonly heldRating?: Held
  readonly heldIssue?: Held
  readonly bound: boolean
  /** The quote was seen as issued. */
  readonly issued: boolean
  /** Deliveries about its policy before the quote was bound once more. */
  readonly beforeBindAgain: readonly Arrival[]
}

/** Everything that quotes of any condition are made with. */
export interface Stage {
  readonly context: PlatformContext
  readonly endpoint: WebhookEndpoint
  /** Another client of the profile's own partner; absent where none could be made. */
  readonly secondClient?: MadeClient
}

/** A quote on its way. */
export interface Traveller {
  readonly condition: Condition
  /** Sends everything with the credentials of the condition. */
  readonly context: PlatformContext
  readonly endpoint: WebhookEndpoint
  readonly quote: Quote
  renew(): Promise<void>
}

/** Submits a quote under a condition. @throws CannotTell when the answer holds no quote id */
export async function begin(
  condition: Condition,
  { context: base, endpoint, secondClient }: Stage,
): Promise<Traveller> {
  const chosen: { token?: 'other-partner' | { held: number }; key?: 'other-partner' | 'secondary' } = {
    ...(condition.partner === 'other' && { token: 'other-partner', key: 'other-partner' }),
    ...(condition.key !== undefined && { key: condition.key }),
  }
  const http: PlatformContext['http'] = {
    ...base.http,
    send: (call) => base.http.send({ ...call, credentials: { ...chosen, ...call.credentials } }),
  }
  const context = platformContext({ ...base, http }, base.spec)
  const renew = async () => {
    const { token } = await base.http.holdToken(condition.client && secondClient)
    if (token !== undefined) chosen.token = token
  }
  if (condition.renewed === true) await renew()
  return { condition, context, endpoint, renew, quote: await submitted(condition, context) }
}

function submitted({ outcome, form }: Condition, context: PlatformContext): Promise<Quote> {
  const recipe = outcome ?? 'ready_to_bind'
  if (form === undefined) return context.quotes.create(recipe)
  // A platform may refuse an organization that it knows (R2).
  return form === 'known-tax-id'
    ? createMade(context, { outcome: recipe, forms: [form] })
    : createInForm(context, recipe, form)
}

/** Where a quote stands before its bind. */
export type Rest = Pick<Course, 'state' | 'announced'>

/** Takes a quote through rating, review and update, to the moment before its bind. */
export async function toRest({ condition, context, quote, endpoint, renew }: Traveller): Promise<Rest> {
  const { api, quotes, operator, facts } = context
  const isTold = (type: string) => about(quote, type, endpoint.arrivals()).length > 0
  const announcements = () => about(quote, 'quote.proposalReady', endpoint.arrivals()).length
  let announced: readonly Exchange[] | undefined
  // Of a proposal that was announced before its review another one may be made afterwards.
  let former = 0
  let { state } = await quotes.settle(quote.id)
  if (condition.renewed === true || condition.client !== undefined) await renew()
  if (condition.review !== undefined && state === 'underwriter_review') {
    former = announcements()
    await operator.perform(`review_${condition.review}`, { quote_id: quote.id })
    await context.webhooks.until(() => announcements() > former, facts.timing.pollInterval)
    if (announcements() > former) announced = await announcedDocuments(context, quote)
    state = (await quotes.reviewed(quote.id)).state
  }
  if (condition.update === true) {
    await api.update(quote.id, { it_manager_same: true })
    await quotes.stays(quote.id)
    state = (await quotes.settle(quote.id)).state
  }
  const expected = eventsOfRating(context.spec)
  if (state === 'ready_to_bind' && condition.partner !== 'other')
    await context.webhooks.until(() => expected.every(isTold), facts.timing.rating + facts.timing.proposal)
  // After an update documents may be made once more, and another event tells of them.
  if (announced === undefined && condition.update !== true && announcements() > former)
    announced = await announcedDocuments(context, quote)
  return { ...(state !== undefined && { state }), ...(announced !== undefined && { announced }) }
}

/** None while the quote is elsewhere: what is there then is another statement. */
async function announcedDocuments(
  { api }: PlatformContext,
  { id }: Quote,
): Promise<readonly Exchange[] | undefined> {
  if (stateOf(await api.status(id)) !== 'ready_to_bind') return undefined
  return [await api.document('quote-proposal', id), await api.document('policy-preview', id)]
}

/** Binds a quote that is ready, and once more when it has been issued. */
export async function toPolicy(
  traveller: Traveller,
  { state }: Rest,
  bind: Exchange | undefined,
): Promise<Pick<Course, 'bound' | 'issued' | 'beforeBindAgain'>> {
  const { condition, context, quote, endpoint } = traveller
  const { api, quotes, facts } = context
  const nothing = { bound: false, issued: false, beforeBindAgain: [] }
  if (state !== 'ready_to_bind') return nothing
  const answer = bind ?? (await api.bind(quote.id))
  if (!isAcceptedBind(answer, context.spec)) return nothing
  const { state: last } = await quotes.issue(quote.id)
  const policies = () => about(quote, 'policy.created', endpoint.arrivals())
  if (condition.partner !== 'other')
    await context.webhooks.until(() => policies().length > 0, facts.timing.issue + facts.timing.deliverySlack)
  const beforeBindAgain = policies()
  await api.bind(quote.id)
  return { bound: true, issued: last === 'issued', beforeBindAgain }
}

/** Takes down what came about a quote while work was held back, and how the quote then stood. */
export async function whileItIsHeld({ context, quote, endpoint }: Traveller): Promise<Held> {
  const state = stateOf(await context.api.status(quote.id))
  const arrivals = ['quote.created', 'quote.proposalReady', 'policy.created'].flatMap((type) =>
    about(quote, type, endpoint.arrivals()),
  )
  const forMs = context.clock.now() - quote.submitted.targetMs
  return { ...(state !== undefined && { state }), arrivals, forMs }
}

/** Types that come of a quote that is rated and ready, as far as the version has them. */
const eventsOfRating = ({ delivery }: PlatformContext['spec']): readonly string[] =>
  ['quote.created', 'quote.proposalReady'].filter((type) =>
    delivery.events.some((event) => event.type === type),
  )

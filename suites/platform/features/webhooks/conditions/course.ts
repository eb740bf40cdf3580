import type { Exchange } from '../../../../../conformance/exchange.ts'
import type { MadeClient } from '../../../../../conformance/ports/platform.ts'
import type { WebhookEndpoint } from '../../../../../conformance/ports/webhooks.ts'
import { CannotTell } from '../../../../../conformance/verdict.ts'
import { type PlatformContext, platformContext } from '../../../vocabulary/context.ts'
import { isAcceptedBind } from '../../../vocabulary/judge/accepted-bind.ts'
import { createInForm, createMade } from '../../../vocabulary/quotes/in-forms.ts'
import type { Quote } from '../../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../../vocabulary/quotes/record.ts'
import { about, eventIdOf } from '../event.ts'
import type { Condition } from './table.ts'

/** The state of a quote while work of the platform was held back. */
export interface Held {
  /** The status at the end of the hold. */
  readonly state?: string
  /** Time since the submission, in milliseconds of the platform. */
  readonly forMs: number
}

/** One quote of a condition, and how far it came. */
export interface Course {
  readonly quote: Quote
  /** The last state that was seen before a bind. */
  readonly state?: string
  readonly heldRating?: Held
  /** True when a read showed `issued`. */
  readonly issued: boolean
}

/** The context and the resources that all conditions share. */
export interface Stage {
  readonly context: PlatformContext
  readonly endpoint: WebhookEndpoint
  /** Other clients of the profile's own partner, as far as they could be made. */
  readonly clients: Readonly<Partial<Record<NonNullable<Condition['client']>, MadeClient>>>
  deactivate(client: MadeClient): Promise<void>
}

/** A quote of a condition, in progress. */
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
  { context: base, endpoint, clients, deactivate }: Stage,
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
  const client = condition.client && clients[condition.client]
  const renew = async () => {
    const { token } = await base.http.holdToken(client)
    if (token === undefined && client !== undefined)
      throw new CannotTell('another client got no token', 'operator.create_client')
    if (token !== undefined) chosen.token = token
  }
  if (condition.renewed === true || condition.client === 'deactivated') await renew()
  const quote = await submitted(condition, context)
  if (condition.client === 'deactivated' && client !== undefined) {
    await deactivate(client)
    delete chosen.token
  }
  return { condition, context, endpoint, renew, quote }
}

function submitted({ outcome, form }: Condition, context: PlatformContext): Promise<Quote> {
  const recipe = outcome ?? 'ready_to_bind'
  if (form === undefined) return context.quotes.create(recipe)
  // A platform may refuse an organization that it knows (R2).
  return form === 'known-tax-id' || form === 'known-name'
    ? createMade(context, { outcome: recipe, forms: [form] })
    : createInForm(context, recipe, form)
}

/** State of a quote before its bind. */
export type Rest = Pick<Course, 'state'>

/** Takes a quote through rating, review and update, to the moment before its bind. */
export async function toRest({ condition, context, quote, endpoint, renew }: Traveller): Promise<Rest> {
  const { api, quotes, operator, facts } = context
  const hasCome = (type: string) => about(quote, type, endpoint.arrivals()).length > 0
  // A delivery may repeat or have copies, each under the id of its event (R25).
  const announcements = () =>
    new Set(about(quote, 'quote.proposalReady', endpoint.arrivals()).map(eventIdOf)).size
  let isRead = false
  const read = async () => {
    isRead = true
    await readAnnounced(context, quote)
  }
  // A quote may have a proposal before its review and get another one afterwards.
  let former = 0
  let { state } = await quotes.settle(quote.id)
  if (condition.renewed === true || condition.client === 'second') await renew()
  if (condition.review !== undefined && state === 'underwriter_review') {
    // A quote may have a proposal under review, which is no longer there once it is declined.
    if (condition.review === 'decline')
      await context.webhooks.watch(
        context.clock.virtual ? facts.timing.proposal : facts.timing.pollInterval,
        facts.timing.pollInterval,
        () => announcements() > 0,
      )
    former = announcements()
    await operator.perform(`review_${condition.review}`, { quote_id: quote.id })
    await context.webhooks.until(() => announcements() > former, facts.timing.pollInterval)
    if (announcements() > former) await read()
    state = (await quotes.reviewed(quote.id)).state
  }
  if (condition.update === true) {
    await api.update(quote.id, { it_manager_same: true })
    await quotes.stays(quote.id)
    state = (await quotes.settle(quote.id)).state
  }
  const expected = eventsOfRating(context.spec)
  if (state === 'ready_to_bind' && condition.partner !== 'other')
    await context.webhooks.until(() => expected.every(hasCome), facts.timing.rating + facts.timing.proposal)
  // After an update the documents may be made again, with another event.
  if (!isRead && condition.update !== true && announcements() > former) await read()
  return { ...(state !== undefined && { state }) }
}

/** Reads the announced documents. Only in `ready_to_bind` the policy preview is one of them. */
async function readAnnounced({ api, quotes }: PlatformContext, { id }: Quote): Promise<void> {
  const isOver = (state?: string) => state !== 'pending' && state !== 'underwriter_review'
  const { state } = await quotes.caughtUp(id, isOver)
  await api.document('quote-proposal', id)
  if (state === 'ready_to_bind') await api.document('policy-preview', id)
}

/** Binds a ready quote, and binds it again when it has been issued. */
export async function toPolicy(
  traveller: Traveller,
  { state }: Rest,
  bind: Exchange | undefined,
): Promise<Pick<Course, 'issued'>> {
  const { condition, context, quote, endpoint } = traveller
  const { api, quotes, facts } = context
  if (state !== 'ready_to_bind' || condition.binds === false) return { issued: false }
  const answer = bind ?? (await api.bind(quote.id))
  if (!isAcceptedBind(answer, context.spec)) return { issued: false }
  const came =
    condition.partner !== 'other' &&
    (await context.webhooks.until(
      () => about(quote, 'policy.created', endpoint.arrivals()).length > 0,
      facts.timing.issue + facts.timing.deliverySlack,
    ))
  if (came) await readPolicy(context, quote)
  const { state: last } = await quotes.issue(quote.id)
  await api.bind(quote.id)
  return { issued: last === 'issued' }
}

/** Reads what `policy.created` announces. The status may lag behind the event for a moment. */
async function readPolicy({ api, quotes }: PlatformContext, { id }: Quote): Promise<void> {
  await quotes.caughtUp(id, (state?: string) => state !== 'ready_to_bind' && state !== 'bound')
  await api.document('policy', id)
}

/** Records the state of a quote during a hold. */
export async function whileItIsHeld({ context, quote }: Traveller): Promise<Held> {
  const state = stateOf(await context.api.status(quote.id))
  const forMs = context.clock.now() - quote.submitted.targetMs
  return { ...(state !== undefined && { state }), forMs }
}

/** Event types that the version emits for a quote that becomes ready to bind. */
const eventsOfRating = ({ delivery }: PlatformContext['spec']): readonly string[] =>
  ['quote.created', 'quote.proposalReady'].filter((type) =>
    delivery.events.some((event) => event.type === type),
  )

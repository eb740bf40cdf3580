import type { MadeKey } from '../../../../conformance/ports/platform.ts'
import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { CannotTell, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { withCredentials } from '../../vocabulary/access/asking.ts'
import type { PlatformContext, PlatformScenario } from '../../vocabulary/context.ts'
import { waitUntilReady } from '../../vocabulary/documents/bind-and-issue.ts'
import { typeOf } from '../../vocabulary/events/event.ts'
import { isAcceptedBind } from '../../vocabulary/judge/accepted-bind.ts'
import type { Office } from '../../vocabulary/operator/office.ts'
import { officeClaim, officeScenario } from '../../vocabulary/operator/scenario.ts'
import { unableBy } from '../../vocabulary/operator/step.ts'
import { outcomeOf, type SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { isAccessGranted, retryUntil } from './retry-until.ts'

/** A quote that was submitted with a key and bound with its successor. */
export interface OverRotation {
  readonly isIssued: boolean
  /** All deliveries at the endpoint of its account. */
  readonly arrivals: readonly Arrival[]
}

const TYPES = ['quote.created', 'policy.created'] as const

/** Checks that a quote keeps its events when the key that submitted it is replaced (3.transitions, 5.rule.6, R28, R36). */
export const eventsOverRotation: PlatformScenario = officeScenario<OverRotation>({
  id: 'office/events-over-rotation',
  title: 'policy.created comes even if the key that submitted the quote was replaced',
  needs: [
    { offers: 'endpoints' },
    { operator: 'register_partner' },
    { operator: 'create_key' },
    { operator: 'rotate_key' },
  ],
  drive,
  claims: [officeClaim('policy-created-emitted', isAnnounced, 'of a quote whose key was replaced')],
})

async function drive(context: PlatformContext, office: Office): Promise<OverRotation> {
  const { webhooks, facts, clock } = context
  const account = await office.account()
  if (account.own)
    throw new CannotTell("keys of the profile's own account are not replaced", 'operator.register_partner')
  const { step, client } = await office.createClient(account)
  if (client === undefined) throw unableBy(step)
  const endpoint = await webhooks.openFor(account.id, TYPES)
  const { token } = await context.http.holdToken(client)
  const withKey = (key: MadeKey) => withCredentials(context, { token: token ?? 'none', key })
  const first = withKey(await keyOf(office.createKey(account)))
  const quote = await submitted(first)
  await waitUntilReady(first, quote.id, 'operator.register_partner')
  const successor = withKey(await keyOf(office.rotateKey(account, 'primary')))
  const bind = await retryUntil(clock, () => successor.api.bind(quote.id), isAccessGranted)
  if (!isAcceptedBind(bind, context.spec))
    throw new CannotTell(`the bind reached ${outcomeOf(bind)}`, 'operator.rotate_key')
  const { state } = await successor.quotes.issue(quote.id)
  // The account has one quote, so however its customer is named, a policy is that of this quote.
  const came = () => endpoint.arrivals().some((one) => typeOf(one) === 'policy.created')
  await webhooks.until(came, facts.timing.issue + facts.timing.deliverySlack)
  return { isIssued: state === 'issued', arrivals: endpoint.arrivals() }
}

/** @throws CannotTell where the portal returns no key */
async function keyOf(making: ReturnType<Office['createKey']>): Promise<MadeKey> {
  const { step, key } = await making
  if (key === undefined) throw unableBy(step)
  return key
}

/** Submits with a new key, which may take a while to work. What the new account may submit is promised by no recipe. */
async function submitted({ quotes, clock }: PlatformContext): Promise<SubmittedQuote> {
  const { submission, answer } = await retryUntil(
    clock,
    () => quotes.submit('ready_to_bind'),
    (sent) => isAccessGranted(sent.answer),
  )
  const id = quoteIdOf(answer)
  if (id === undefined)
    throw new CannotTell(`the new account made no quote: ${outcomeOf(answer)}`, 'operator.register_partner')
  return { id, submission, submitted: answer }
}

/** Judges that a policy was announced. That the endpoint is reached is shown by the event of the rating. */
export function isAnnounced({ isIssued, arrivals }: OverRotation): Verdict {
  if (!isIssued) return cannotTell('the quote was not issued')
  const types = arrivals.map(typeOf)
  if (types.includes('policy.created')) return passed()
  return types.includes('quote.created')
    ? failed({ expected: 'policy.created of the quote', observed: 'quote.created alone' })
    : cannotTell('no event reached the endpoint of the new account')
}

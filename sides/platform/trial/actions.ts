import { randomUUID } from 'node:crypto'
import { uniqueSubmission } from '../../../generators/submission.ts'
import { tryAccounts } from './accounts.ts'
import type { Reviewed } from './recipes.ts'
import type { ProfileTrial } from './trial.ts'

/** Performs each operator action of the profile once. What it makes is undone when the target is closed. */
export async function tryActions(trial: ProfileTrial, { approve, decline }: Reviewed): Promise<void> {
  const { operator, unique } = trial.context
  for (const [action, quote_id] of [
    ['review_approve', approve],
    ['review_decline', decline],
  ] as const)
    if (quote_id !== undefined) await trial.act(action, { quote_id })
    else if (operator.can(action)) trial.notTried([action], 'no recipe brings a quote to a manual review')
  for (const [hold, release] of [
    ['hold_rating', 'release_rating'],
    ['hold_issue', 'release_issue'],
  ] as const)
    if (operator.can(release)) {
      await trial.act(hold)
      await trial.act(release)
    } else trial.notTried([hold], `${release} is missing, which undoes it`)
  await tryEndpoint(trial)
  await tryAccounts(trial)
  await trial.act('add_broker', {
    name: `Conformance brokerage ${unique('trial')}`,
    email: `broker.${unique('trial')}@conformance.example`,
  })
  await tryFailingRequests(trial)
  trial.notTried(
    ['onboard_broker'],
    'nothing undoes it, and the recipe for approved_rate would no longer work',
  )
}

/** Registers an endpoint, has an event sent to it, and performs everything that is done to an endpoint. */
async function tryEndpoint(trial: ProfileTrial): Promise<void> {
  const { operator, webhooks, facts, api, unique } = trial.context
  if (!operator.can('register_endpoint')) return
  const endpoint = await trial.doing('operator.register_endpoint', () => webhooks.open(['quote.created']))
  if (endpoint === undefined) return
  const submission = uniqueSubmission(facts.submission, facts.outcomes.ready_to_bind ?? {}, unique())
  await trial.doing(
    'webhooks',
    async () => {
      await api.submit(submission)
      await webhooks.until(
        () => endpoint.arrivals().length > 0,
        facts.timing.rating + facts.timing.deliverySlack,
      )
    },
    true,
  )
  const [arrival] = endpoint.arrivals()
  if (arrival === undefined)
    trial.right('webhooks', 'no event arrived for a quote that should be rated; check webhooks.public_url')
  else
    trial.right(
      'webhooks',
      `an event arrived, signed with ${arrival.signature.signedWith === 'none' ? 'another secret' : 'the secret that was returned'}`,
    )
  const endpoint_id = endpoint.id
  await trial.act('endpoint_status', { endpoint_id })
  await trial.act('enable_endpoint', { endpoint_id }, true)
  if (operator.can('rotate_secret')) await trial.doing('operator.rotate_secret', () => endpoint.rotate())
  await trial.act('delivery_log', { endpoint_id })
  await trial.act('delete_endpoint', { endpoint_id })
}

/** Lets one request fail and sends it. */
async function tryFailingRequests(trial: ProfileTrial): Promise<void> {
  const id = randomUUID()
  const given = { method: 'GET', path: `/status/${id}`, count: 1 }
  if ((await trial.act('fail_requests', given)) === undefined) return
  const exchange = await trial.context.api.status(id)
  if ((exchange.answer?.status ?? 0) < 500)
    trial.wrong(
      'operator.fail_requests',
      `no internal error came at {path} ${given.path}; ${trial.reported(exchange)}`,
    )
}

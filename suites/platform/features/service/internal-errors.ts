import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteOperation } from '../../../../spec/endpoints.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  type BindAndIssue,
  bindAndIssue,
  bindAndIssueClaims,
  SHOWN_AT_BIND_AND_ISSUE,
  waitUntilReady,
} from '../../vocabulary/documents/bind-and-issue.ts'
import { describe, mediaTypeIs, statusClassIs, statusIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** Requests that the operator action makes fail, one after the other. They only read, so a failure cannot half change the quote. */
const FAILING: readonly QuoteOperation[] = [
  'quote-proposal',
  'quote-proposal',
  'status',
  'quote-preview',
  'policy-preview',
  'quote-proposal',
]

/** Requests that are made to fail once, each on a quote that is then followed. */
type Watched = 'bind' | 'update' | 'policy'

const MOST_NODES = 4

/** Exchanges after a request that got an internal error, or why there are none. */
type Failed<T> = { readonly after: T } | { readonly left: Verdict }

interface Trace {
  readonly failed: readonly Exchange[]
  /** The course of the quote afterwards. */
  readonly course: BindAndIssue
  /** The course of a quote whose first bind failed. */
  readonly bound: Failed<BindAndIssue>
  /** A repeated request for the first quote's policy, which had been available before a request for it failed. */
  readonly policy: Failed<{ readonly again: Exchange }>
  /** A repetition of a failed update, and the course of its quote if that is ready to bind afterwards. */
  readonly updated: Failed<{ readonly again: Exchange; readonly course?: BindAndIssue }>
}

/** Checks the form of a 500 that an operator action causes (7), and the course of the quotes afterwards. */
export const internalErrors: PlatformScenario = scenario<Trace>({
  id: 'service/internal-errors',
  title: 'After an internal error, the answer is 500 and the quote goes on',
  needs: [{ operator: 'fail_requests' }],
  shows: SHOWN_AT_BIND_AND_ISSUE,
  async drive(context) {
    const { api, quotes } = context
    const [read, bind, update] = await Promise.all(
      (['read', 'bind', 'update'] as const).map(() => quotes.reach('ready_to_bind')),
    )
    if (read === undefined || bind === undefined || update === undefined)
      throw new TypeError('each of three quotes is made')
    const send = {
      bind: () => api.bind(bind.id),
      update: () => api.update(update.id, updatesFor(update).insured_contact),
    }
    // Nothing else is sent meanwhile: the prepared error might hit another request.
    const failed: Exchange[] = []
    for (const operation of FAILING) failed.push(...(await failing(context, operation, read.id)))
    if (failed.length > 0) await usedUp(context, read.id)
    const met = {
      bind: await meetsError(context, 'bind', bind.id, send.bind),
      update: await meetsError(context, 'update', update.id, send.update),
    }
    const goesOn = async () => {
      await waitUntilReady(context, read.id, 'operator.fail_requests')
      return bindAndIssue(context, read.id)
    }
    const [whole, bound, updated] = await Promise.all([
      goesOn(),
      afterwards(context, bind.id, met.bind, () => bindAndIssue(context, bind.id)),
      afterwards(context, update.id, met.update, () => updatedAgain(context, update.id, send.update)),
    ])
    return { failed, course: whole, bound, updated, policy: await policyAgain(context, read.id, whole) }
  },
  claims: [
    claim('quote-proposal-500-is-plain-text', ({ failed }) => {
      const proposals = failed.filter(({ operation }) => operation === 'quote-proposal')
      return proposals.length === 0
        ? cannotTell('this version has no proposal', 'api_version')
        : plainText500s(proposals)
    }),
    claim('observe-500-body', ({ failed }) => all(failed.map((one) => observedAnswer(one, one.operation)))),
    ...bindAndIssueClaims<Trace>((trace) => trace.course),
    ...bindAndIssueClaims<Trace>(
      ({ bound }) => ('after' in bound ? bound.after : undefined),
      cannotTell('no bind met an internal error and left its quote unchanged'),
    ),
    claim('policy-in-issued', ({ policy }) =>
      'left' in policy ? policy.left : statusIs(policy.after.again, 200),
    ),
    claim('update-in-ready-to-bind', ({ updated }) => {
      if ('left' in updated) return updated.left
      const { again } = updated.after
      return again.answer?.status === 500 ? cannotTell('the error came late') : statusClassIs(again, 2)
    }),
    ...bindAndIssueClaims<Trace>(
      ({ updated }) => ('after' in updated ? updated.after.course : undefined),
      cannotTell('no quote was ready to bind after its update met an internal error'),
    ),
  ],
})

/** Makes a request for the policy fail once, and asks for it again. */
async function policyAgain(
  context: PlatformContext,
  id: string,
  { issued }: BindAndIssue,
): Promise<Trace['policy']> {
  if (issued?.policy.exchange.answer?.status !== 200) return { left: cannotTell('there was no policy') }
  const read = () => context.api.document('policy', id)
  const unmet = await meetsError(context, 'policy', id, read)
  if (unmet !== undefined) return { left: unmet }
  let again = await read()
  // Each node of a platform may still have a prepared error.
  for (let more = 0; more < MOST_NODES && again.answer?.status === 500; more += 1) again = await read()
  return { after: { again } }
}

/** Sends an update again and follows its quote if it is ready to bind: a re-rating may lead to another state. */
async function updatedAgain(
  context: PlatformContext,
  id: string,
  send: () => Promise<Exchange>,
): Promise<{ readonly again: Exchange; readonly course?: BindAndIssue }> {
  const again = await send()
  await context.quotes.stays(id)
  const isReady = (await context.quotes.settle(id)).state === 'ready_to_bind'
  return isReady ? { again, course: await bindAndIssue(context, id) } : { again }
}

/** Makes a request fail; returns a verdict where it did not. */
async function meetsError(
  context: PlatformContext,
  operation: Watched,
  id: string,
  send: () => Promise<Exchange>,
): Promise<Verdict | undefined> {
  try {
    await letFail(context, operation, id)
  } catch (error) {
    if (error instanceof CannotTell) return error.verdict
    throw error
  }
  const exchange = await send()
  return exchange.answer?.status === 500
    ? undefined
    : cannotTell(`no 500 was met: ${outcomeOf(exchange)}`, 'operator.fail_requests')
}

/** Goes on with a quote that is still ready after a failed change. A change that was half done could have any result. */
async function afterwards<T>(
  { quotes }: PlatformContext,
  id: string,
  unmet: Verdict | undefined,
  then: () => Promise<T>,
): Promise<Failed<T>> {
  if (unmet !== undefined) return { left: unmet }
  const isReady = async () => stateOf((await quotes.settle(id)).last) === 'ready_to_bind'
  await quotes.stays(id)
  const left = { left: cannotTell('a change that met an internal error was half done') }
  if (!(await isReady())) return left
  return { after: await then() }
}

/** Makes the next request of a kind fail and sends it; empty where the judged version does not have the operation. */
async function failing(
  context: PlatformContext,
  operation: QuoteOperation,
  id: string,
): Promise<readonly Exchange[]> {
  return (await letFail(context, operation, id))
    ? [await context.api.perform(operation, { id, submission: undefined })]
    : []
}

/** @returns false where the judged version has no such operation */
async function letFail(
  { operator, spec }: PlatformContext,
  operation: QuoteOperation,
  id: string,
): Promise<boolean> {
  const endpoint = spec.endpoints.find((one) => one.operation === operation)
  if (endpoint === undefined) return false
  const { method, path } = endpoint
  await operator.perform('fail_requests', { method, path: path.replace('{id}', id), count: 1 })
  return true
}

/** Reads the proposal until no node of the platform has a prepared error left. */
async function usedUp({ api }: PlatformContext, id: string): Promise<void> {
  const most = MOST_NODES * FAILING.length
  for (let reads = 0; reads < most; reads += 1)
    if ((await api.document('quote-proposal', id)).answer?.status !== 500) return
}

/** Judges each 500: different parts of a platform may write different errors. */
function plainText500s(proposals: readonly Exchange[]): Verdict {
  const verdicts = proposals.map(plainText500)
  const known = verdicts.filter(({ kind }) => kind !== 'cannot-tell')
  return all(known.length === 0 ? verdicts : known)
}

function plainText500(exchange: Exchange): Verdict {
  const { answer } = exchange
  return answer?.status === 500
    ? mediaTypeIs(exchange, 'text/plain')
    : cannotTell(
        `no 500 was met: ${answer === undefined ? 'no answer' : describe(answer)}`,
        'operator.fail_requests',
      )
}

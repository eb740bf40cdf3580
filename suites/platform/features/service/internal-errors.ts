import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, CannotTell, cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteOperation } from '../../../../spec/endpoints.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, mediaTypeIs, statusClassIs, statusIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { stateOf } from '../../vocabulary/quotes/record.ts'
import { type Course, course, courseClaims, ready } from '../conditions/course.ts'
import { updatesFor } from '../update/changes.ts'

/** Requests that an operator lets fail, one after the other. They only read, so that nothing is half done of the quote afterwards. */
const FAILING: readonly QuoteOperation[] = [
  'quote-proposal',
  'quote-proposal',
  'status',
  'quote-preview',
  'policy-preview',
  'quote-proposal',
]

/** Requests whose quote is looked at once one of them failed. */
type Watched = 'bind' | 'update' | 'policy'

const MOST_NODES = 4

/** Requests after one that met an internal error, or why they tell nothing. */
type Failed<T> = { readonly after: T } | { readonly left: Verdict }

interface Trace {
  readonly failed: readonly Exchange[]
  /** The quote goes its way afterwards. */
  readonly course: Course
  /** So does one whose first bind failed. */
  readonly bound: Failed<Course>
  /** The policy of the first quote, which had been there before it failed. */
  readonly policy: Failed<{ readonly again: Exchange }>
  /** An update that was sent once more after the first one failed, and the course of its quote where that is ready afterwards. */
  readonly updated: Failed<{ readonly again: Exchange; readonly course?: Course }>
}

/** Form of a 500, where an operator can bring one about (7), and what comes after it. */
export const internalErrors: PlatformScenario = scenario<Trace>({
  id: 'service/internal-errors',
  title: 'A request that meets an internal error is answered with 500, and its quote goes on like any other',
  needs: [{ operator: 'fail_requests' }],
  exempt: ['no-internal-error'],
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
    // Nothing is asked meanwhile: an error that is meant for one request may strike another.
    const failed: Exchange[] = []
    for (const operation of FAILING) failed.push(...(await failing(context, operation, read.id)))
    if (failed.length > 0) await usedUp(context, read.id)
    const met = {
      bind: await meetsError(context, 'bind', bind.id, send.bind),
      update: await meetsError(context, 'update', update.id, send.update),
    }
    const goesOn = async () => {
      await ready(context, read.id, 'operator.fail_requests')
      return course(context, read.id)
    }
    const [whole, bound, updated] = await Promise.all([
      goesOn(),
      afterwards(context, bind.id, met.bind, () => course(context, bind.id)),
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
    ...courseClaims<Trace>((trace) => trace.course),
    ...courseClaims<Trace>(
      ({ bound }) => ('after' in bound ? bound.after : undefined),
      cannotTell('it is not known that a bind met an internal error and left its quote as it was'),
    ),
    claim('policy-in-issued', ({ policy }) =>
      'left' in policy ? policy.left : statusIs(policy.after.again, 200),
    ),
    claim('update-in-ready-to-bind', ({ updated }) => {
      if ('left' in updated) return updated.left
      const { again } = updated.after
      return again.answer?.status === 500 ? cannotTell('the error came late') : statusClassIs(again, 2)
    }),
    ...courseClaims<Trace>(
      ({ updated }) => ('after' in updated ? updated.after.course : undefined),
      cannotTell('no quote was ready to bind after its update met an internal error'),
    ),
  ],
})

/** Lets the policy of a quote fail once, and asks for it again. */
async function policyAgain(
  context: PlatformContext,
  id: string,
  { issued }: Course,
): Promise<Trace['policy']> {
  if (issued?.cells.policy.again?.answer?.status !== 200) return { left: cannotTell('there was no policy') }
  const read = () => context.api.document('policy', id)
  const unmet = await meetsError(context, 'policy', id, read)
  if (unmet !== undefined) return { left: unmet }
  let again = await read()
  // Each node of a platform may hold an error ready.
  for (let more = 0; more < MOST_NODES && again.answer?.status === 500; more += 1) again = await read()
  return { after: { again } }
}

/** Sends an update again and takes its quote to its end, where it is ready for that: a re-rating may lead elsewhere. */
async function updatedAgain(
  context: PlatformContext,
  id: string,
  send: () => Promise<Exchange>,
): Promise<{ readonly again: Exchange; readonly course?: Course }> {
  const again = await send()
  await context.quotes.stays(id)
  const isReady = (await context.quotes.settle(id)).state === 'ready_to_bind'
  return isReady ? { again, course: await course(context, id) } : { again }
}

/** Lets a request fail; a verdict where it did not. */
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

/** Goes on with a quote that is as ready as before a change of it failed. Anything half done goes on by itself. */
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

/** Lets the next request of a kind fail and sends it; nothing where the judged version has it not. */
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

/** Reads the proposal until none of the errors is left that nodes of a platform may hold ready. */
async function usedUp({ api }: PlatformContext, id: string): Promise<void> {
  const most = MOST_NODES * FAILING.length
  for (let reads = 0; reads < most; reads += 1)
    if ((await api.document('quote-proposal', id)).answer?.status !== 500) return
}

/** The first error may be written by other code than those behind it, so each that was met is looked at. */
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

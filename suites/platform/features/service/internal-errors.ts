import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteOperation } from '../../../../spec/endpoints.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import {
  bindAndIssue,
  SHOWN_AT_BIND_AND_ISSUE,
  waitUntilReady,
} from '../../vocabulary/documents/bind-and-issue.ts'
import { type Download, openingClaims } from '../../vocabulary/documents/rows.ts'
import { describe, mediaTypeIs } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
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

const MOST_NODES = 4

interface Trace {
  readonly failed: readonly Exchange[]
  /** The documents of quotes that went on after an error. */
  readonly downloads: readonly Download[]
}

/**
 * Checks the form of a 500 that an operator action causes (7). Statements judge the requests that are sent once more, and the course of the
 * quotes afterwards.
 */
export const internalErrors: PlatformScenario = scenario<Trace>({
  id: 'service/internal-errors',
  title: 'After an internal error, the answer is 500 and the quote goes on',
  needs: [{ operator: 'fail_requests' }],
  shows: [...SHOWN_AT_BIND_AND_ISSUE, 'update-in-ready-to-bind'],
  async drive(context) {
    const { api, quotes } = context
    const [read, bind, update] = await Promise.all(
      (['read', 'bind', 'update'] as const).map(() => quotes.reach('ready_to_bind')),
    )
    if (read === undefined || bind === undefined || update === undefined)
      throw new TypeError('each of three quotes is made')
    const sendUpdate = () => api.update(update.id, updatesFor(update).insured_contact)
    // Nothing else is sent meanwhile: the prepared error might hit another request.
    const failed: Exchange[] = []
    for (const operation of FAILING) failed.push(...(await failing(context, operation, read.id)))
    if (failed.length > 0) await usedUp(context, read.id)
    const hasMet = {
      bind: await meetsError(context, 'bind', bind.id, () => api.bind(bind.id)),
      update: await meetsError(context, 'update', update.id, sendUpdate),
    }
    const goesOn = async () => {
      await waitUntilReady(context, read.id, 'operator.fail_requests')
      return bindAndIssue(context, read.id)
    }
    const downloads = await Promise.all([
      goesOn(),
      hasMet.bind ? whereReady(context, bind.id, () => bindAndIssue(context, bind.id)) : [],
      hasMet.update ? whereReady(context, update.id, () => updatedAgain(context, update.id, sendUpdate)) : [],
    ])
    await policyAgain(context, read.id)
    return { failed, downloads: downloads.flat() }
  },
  claims: [
    claim('quote-proposal-500-is-plain-text', ({ failed }) => {
      const proposals = failed.filter(({ operation }) => operation === 'quote-proposal')
      return proposals.length === 0
        ? cannotTell('this version has no proposal', 'api_version')
        : plainText500s(proposals)
    }),
    claim('observe-500-body', ({ failed }) => all(failed.map((one) => observedAnswer(one, one.operation)))),
    ...openingClaims<Trace>(({ downloads }) => downloads),
  ],
})

/** Makes a request for the policy of an issued quote fail once, and asks for it again, between two reads of its state. */
async function policyAgain(context: PlatformContext, id: string): Promise<void> {
  const { api } = context
  const read = () => api.document('policy', id)
  if (stateOf(await api.status(id)) !== 'issued' || !(await meetsError(context, 'policy', id, read))) return
  let again = await read()
  // Each node of a platform may still have a prepared error.
  for (let more = 0; more < MOST_NODES && again.answer?.status === 500; more += 1) again = await read()
  await api.status(id)
}

/** Sends an update again and follows its quote if it is ready to bind: a re-rating may lead to another state. */
async function updatedAgain(
  context: PlatformContext,
  id: string,
  send: () => Promise<Exchange>,
): Promise<readonly Download[]> {
  const { quotes } = context
  await send()
  await quotes.stays(id)
  return (await quotes.settle(id)).state === 'ready_to_bind' ? bindAndIssue(context, id) : []
}

/** Makes a request fail, if the target offers that; says whether it did. */
async function meetsError(
  context: PlatformContext,
  operation: 'bind' | 'update' | 'policy',
  id: string,
  send: () => Promise<Exchange>,
): Promise<boolean> {
  const isPrepared = (await letFail(context, operation, id).catch(unlessUnable)) === true
  return isPrepared && (await send()).answer?.status === 500
}

/** Goes on with a quote that is still ready after a failed change. A change that was half done could have any result. */
async function whereReady(
  { quotes }: PlatformContext,
  id: string,
  then: () => Promise<readonly Download[]>,
): Promise<readonly Download[]> {
  await quotes.stays(id)
  return stateOf((await quotes.settle(id)).last) === 'ready_to_bind' ? then() : []
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

import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIsNot, succeeded } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { sameRecord } from '../../vocabulary/judge/record.ts'
import { staysIn } from '../../vocabulary/judge/state.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import type { Quote } from '../../vocabulary/quotes/quotes.ts'
import { OTHER_PARTNER } from '../conditions/asking.ts'
import { updatesFor } from '../update/changes.ts'
import { ID_OPERATIONS, uuidOfNoQuote } from './unknown.ts'

interface Trace {
  /** The same request by the owner. */
  readonly owned: Exchange
  readonly foreign: Exchange
  /** Further requests by the other partner, for this quote and others: a check may be missing in some cases only. */
  readonly more: readonly Exchange[]
  /** A request by the other partner for a quote that does not exist: it shows that the credentials are valid. */
  readonly counterpart: Exchange
  readonly before: readonly Exchange[]
  /** The quote for a while afterwards: a refused request may still be carried out. */
  readonly after?: PolledState
}

/** Checks on each endpoint that no other partner may see or change a quote (R12). */
export const foreignQuotes: readonly PlatformScenario[] = ID_OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `ids/foreign-on-${operation}`,
    title: `${operation} serves no other partner's quote`,
    needs: [{ credential: 'other_partner' }],
    async drive(context) {
      const { api, quotes } = context
      const quote = await quotes.reach(operation === 'policy' ? 'issued' : 'ready_to_bind')
      if (operation === 'quote-proposal' || operation === 'policy-preview') await quotes.proposalOf(quote.id)
      const given = { id: quote.id, submission: undefined }
      const before = [await api.status(quote.id), await api.status(quote.id)]
      const foreign = await api.perform(operation, given, { credentials: OTHER_PARTNER })
      // Sent early: a client that is refused often may be blocked.
      const counterpart = await api.status(uuidOfNoQuote(context.unique()), { credentials: OTHER_PARTNER })
      const changing = operation === 'update' || operation === 'bind'
      const updates = operation === 'update' ? await updatesByOthers(context, quote) : []
      const after = changing ? { after: await quotes.stays(quote.id) } : {}
      const more = operation === 'status' ? await readByOthers(context) : []
      const owned = await api.perform(operation, given)
      // After the owner's read, the answer may be in a cache that does not check the partner.
      const again = changing ? [] : [await api.perform(operation, given, { credentials: OTHER_PARTNER })]
      // An upper-case UUID is equal (RFC 9562). The platform may find the quote by it, but not its owner.
      const inCapitals = { ...given, id: quote.id.toUpperCase() }
      again.push(await api.perform(operation, inCapitals, { credentials: OTHER_PARTNER }))
      return { before, foreign, ...after, counterpart, more: [...updates, ...more, ...again], owned }
    },
    claims: [
      claim(`${operation}-foreign-quote`, keptFromOthers),
      claim('observe-foreign-quote-code', ({ foreign }) => observedAnswer(foreign, operation)),
    ],
  }),
)

/** Reads some quotes as the other partner. Also submits the body of one of them, so that `quote-ids-are-unique` judges both. */
async function readByOthers({ api, quotes }: PlatformContext): Promise<readonly Exchange[]> {
  const { submission } = await quotes.create()
  await api.submit(submission, { credentials: OTHER_PARTNER })
  const read: Exchange[] = []
  for (let n = 0; n < 3; n++)
    read.push(await api.status((await quotes.create()).id, { credentials: OTHER_PARTNER }))
  return read
}

/** Sends every kind of update as the other partner: the check of the owner may be missing for some fields. */
async function updatesByOthers({ api }: PlatformContext, quote: Quote): Promise<readonly Exchange[]> {
  const answers: Exchange[] = []
  for (const body of Object.values(updatesFor(quote)))
    answers.push(await api.update(quote.id, body, { credentials: OTHER_PARTNER }))
  return answers
}

function keptFromOthers(
  { owned, foreign, more, counterpart, before, after }: Trace,
  { spec }: { readonly spec: Spec },
): Verdict {
  const verdict = all([foreign, ...more].map((exchange) => statusClassIsNot(exchange, 2)))
  if (verdict.kind !== 'passed') return verdict
  if (!isLetInAt(counterpart))
    return cutOff("the other partner's credentials were not let in for a request of its own")
  const [read] = before
  const watched =
    after === undefined || read === undefined
      ? passed()
      : all([staysIn(read, after), sameRecord(before, after.reads, spec)])
  if (watched.kind === 'failed') return watched
  return succeeded(owned) ? watched : cutOff('the request was refused to the owner of the quote too')
}

const isLetInAt = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.status !== 401 && answer.status !== 403 && answer.status < 500

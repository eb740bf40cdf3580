import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import {
  all,
  cannotTell,
  cutOff,
  passed,
  unlessUnable,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { OTHER_PARTNER, OWN, withCredentials } from '../../vocabulary/access/asking.ts'
import { isLetInAt } from '../../vocabulary/access/counterpart.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { statusClassIsNot, succeeded } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { ID_OPERATIONS, type IdOperation, uuidOfNoQuote } from '../../vocabulary/quotes/no-quote.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { sameRecord } from '../../vocabulary/quotes/same-record.ts'
import { staysIn } from '../../vocabulary/quotes/same-state.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** A quote of one partner, and what the other partner was answered about it. */
export interface ForeignAccess {
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

interface Trace {
  /** A quote of the run's own partner. */
  readonly own: ForeignAccess
  /** A quote of the second partner, asked for by the first; absent where the second partner has none. */
  readonly others?: ForeignAccess
}

/** How many requests of each partner are sent at the same moment. */
const TOGETHER = 3

/** Checks on each endpoint that no other partner may see or change a quote (R12). */
export const foreignQuotes: readonly PlatformScenario[] = ID_OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `ids/foreign-on-${operation}`,
    title: `${operation} serves no other partner's quote`,
    needs: [{ credential: 'other_partner' }],
    async drive(context) {
      const own = await keptFrom(OTHER_PARTNER, context, operation)
      // Some platforms open to one partner what they close to all others.
      const others = await keptFrom(OWN, withCredentials(context, OTHER_PARTNER), operation).catch(
        unlessUnable,
      )
      return { own, ...(others && { others }) }
    },
    claims: [
      claim(`${operation}-foreign-quote`, ({ own }, { spec }) => hiddenFromOthers(own, spec)),
      claim(
        `${operation}-foreign-quote`,
        ({ others }, { spec }) =>
          others === undefined
            ? cannotTell('the second partner had no such quote', 'credentials.other_partner')
            : hiddenFromOthers(others, spec),
        'of the second partner',
      ),
      claim('observe-foreign-quote-code', ({ own }) => observedAnswer(own.foreign, operation)),
    ],
  }),
)

/** Makes a quote with the credentials of a context, and asks for it with those of another partner. */
async function keptFrom(
  credentials: CredentialsChoice,
  context: PlatformContext,
  operation: IdOperation,
): Promise<ForeignAccess> {
  const { api, quotes } = context
  const quote = await quotes.reach(operation === 'policy' ? 'issued' : 'ready_to_bind')
  if (operation === 'quote-proposal' || operation === 'policy-preview') await quotes.proposalOf(quote.id)
  const given = { id: quote.id, submission: undefined }
  const before = [await api.status(quote.id), await api.status(quote.id)]
  const foreign = await api.perform(operation, given, { credentials })
  // Sent early: a client that is refused often may be blocked.
  const counterpart = await api.status(uuidOfNoQuote(context.unique()), { credentials })
  const changing = operation === 'update' || operation === 'bind'
  const updates = operation === 'update' ? await updatesByOthers(context, quote, credentials) : []
  const after = changing ? { after: await quotes.stays(quote.id) } : {}
  const more = operation === 'status' ? await readByOthers(context, credentials) : []
  const owned = await api.perform(operation, given)
  // After the owner's read, the answer may be in a cache that does not check the partner.
  const again = changing ? [] : [await api.perform(operation, given, { credentials })]
  // An upper-case UUID is equal (RFC 9562). The platform may find the quote by it, but not its owner.
  const inCapitals = { ...given, id: quote.id.toUpperCase() }
  again.push(await api.perform(operation, inCapitals, { credentials }))
  if (!changing) again.push(...(await together(context, quote.id, operation, credentials)))
  return { before, foreign, ...after, counterpart, more: [...updates, ...more, ...again], owned }
}

/** Asks for a quote as its owner and as another partner at the same moment, since a platform may confuse the two. */
async function together(
  { api }: PlatformContext,
  id: string,
  operation: IdOperation,
  credentials: CredentialsChoice,
): Promise<readonly Exchange[]> {
  const given = { id, submission: undefined }
  const pairs = Array.from({ length: TOGETHER }, () => [
    api.perform(operation, given, { credentials }),
    api.perform(operation, given),
  ])
  const sent = await Promise.all(pairs.flat())
  return sent.filter((_, place) => place % 2 === 0)
}

/** Reads some quotes as another partner. Also submits the body of one of them, so that `quote-ids-are-unique` judges both. */
async function readByOthers(
  { api, quotes }: PlatformContext,
  credentials: CredentialsChoice,
): Promise<readonly Exchange[]> {
  const { submission } = await quotes.create()
  await api.submit(submission, { credentials })
  const read: Exchange[] = []
  for (let n = 0; n < 3; n++) read.push(await api.status((await quotes.create()).id, { credentials }))
  return read
}

/** Sends every kind of update as another partner: the check of the owner may be missing for some fields. */
async function updatesByOthers(
  { api }: PlatformContext,
  quote: SubmittedQuote,
  credentials: CredentialsChoice,
): Promise<readonly Exchange[]> {
  const answers: Exchange[] = []
  for (const body of Object.values(updatesFor(quote)))
    answers.push(await api.update(quote.id, body, { credentials }))
  return answers
}

/** Judges that a quote was kept from another partner whose credentials are valid, and not from its owner. */
export function hiddenFromOthers(
  { owned, foreign, more, counterpart, before, after }: ForeignAccess,
  spec: Spec,
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
  return succeeded(owned) ? watched : cutOff('the owner of the quote was refused too')
}

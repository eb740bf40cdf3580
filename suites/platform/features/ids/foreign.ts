import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import { all, cannotTell, cutOff, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { OTHER_PARTNER, OWN, withCredentials } from '../../vocabulary/access/asking.ts'
import { isLetInAt } from '../../vocabulary/access/counterpart.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { ID_OPERATIONS, type IdOperation, uuidOfNoQuote } from '../../vocabulary/quotes/no-quote.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { sameRecord } from '../../vocabulary/quotes/same-record.ts'
import { staysIn } from '../../vocabulary/quotes/same-state.ts'
import { updatesFor } from '../../vocabulary/updates/changes.ts'

/** A quote of one partner, and what the other partner was answered about it. */
export interface ForeignAccess {
  readonly foreign: Exchange
  /** The other partner's request for a quote of nobody: it shows whether its credentials are let in. */
  readonly counterpart: Exchange
  /** The same request of the owner, sent last. */
  readonly owned: Exchange
  /** Two reads before that. */
  readonly before: readonly [Exchange, Exchange]
  /** The quote for a while afterwards: a refused request may still be carried out. Absent where the request only reads. */
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

/** Asks each endpoint for quotes of another partner. Statements judge that none is served; no change may be carried out either (R12). */
export const foreignQuotes: readonly PlatformScenario[] = ID_OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `ids/foreign-on-${operation}`,
    title: `${operation} serves no other partner's quote`,
    needs: [{ credential: 'other_partner' }],
    shows: [`${operation}-foreign-quote`],
    async drive(context) {
      const own = await keptFrom(OTHER_PARTNER, context, operation)
      // Some platforms open to one partner what they close to all others.
      const others = await keptFrom(OWN, withCredentials(context, OTHER_PARTNER), operation).catch(
        unlessUnable,
      )
      return { own, ...(others && { others }) }
    },
    claims: [
      ...(changes(operation)
        ? [
            claim<Trace>(
              `${operation}-foreign-quote`,
              ({ own, others }, { spec }) =>
                all([own, ...(others ? [others] : [])].map((one) => keptAsItWas(one, spec))),
              'and is not carried out',
            ),
          ]
        : []),
      claim('observe-foreign-quote-code', ({ own }) => observedAnswer(own.foreign, operation)),
    ],
  }),
)

function changes(operation: IdOperation): boolean {
  return operation === 'update' || operation === 'bind'
}

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
  const before = [await api.status(quote.id), await api.status(quote.id)] as const
  const foreign = await api.perform(operation, given, { credentials })
  // Early, since a client that is refused often may be blocked.
  const counterpart = await api.status(uuidOfNoQuote(context.unique()), { credentials })
  if (operation === 'update') await updatesByOthers(context, quote, credentials)
  const after = changes(operation) ? { after: await quotes.stays(quote.id) } : {}
  if (operation === 'status') await readByOthers(context, credentials)
  const owned = await api.perform(operation, given)
  // After the owner's read, the answer may be in a cache that does not check the partner.
  if (!changes(operation)) await api.perform(operation, given, { credentials })
  // An upper-case UUID is equal (RFC 9562). The platform may find the quote by it, but not its owner.
  await api.perform(operation, { ...given, id: quote.id.toUpperCase() }, { credentials })
  if (!changes(operation)) await together(context, quote.id, operation, credentials)
  return { before, foreign, counterpart, owned, ...after }
}

/** Asks for a quote as its owner and as another partner at the same moment, since a platform may confuse the two. */
async function together(
  { api }: PlatformContext,
  id: string,
  operation: IdOperation,
  credentials: CredentialsChoice,
): Promise<void> {
  const given = { id, submission: undefined }
  const pairs = Array.from({ length: TOGETHER }, () => [
    api.perform(operation, given, { credentials }),
    api.perform(operation, given),
  ])
  await Promise.all(pairs.flat())
}

/** Reads some quotes as another partner. Also submits the body of one of them, so that `quote-ids-are-unique` judges both. */
async function readByOthers({ api, quotes }: PlatformContext, credentials: CredentialsChoice): Promise<void> {
  const { submission } = await quotes.create()
  await api.submit(submission, { credentials })
  for (let n = 0; n < 3; n++) await api.status((await quotes.create()).id, { credentials })
}

/** Sends every kind of update as another partner: the check of the owner may be missing for some fields. */
async function updatesByOthers(
  { api }: PlatformContext,
  quote: SubmittedQuote,
  credentials: CredentialsChoice,
): Promise<void> {
  for (const body of Object.values(updatesFor(quote))) await api.update(quote.id, body, { credentials })
}

/** Judges that a quote stays as it was while another partner, which is let in, asks for a change that its owner may make. */
export function keptAsItWas(
  { foreign, counterpart, owned, before, after }: ForeignAccess,
  spec: Spec,
): Verdict {
  if (after === undefined) return cannotTell('nothing was to be changed')
  const kept = all([staysIn(before[0], after), sameRecord(before, after.reads, spec)])
  if (kept.kind === 'failed') return kept
  if (foreign.answer === undefined || !isLetInAt(counterpart))
    return cutOff("the other partner's credentials were not let in for a request of its own")
  return succeeded(owned) ? kept : cutOff('the owner of the quote was refused too')
}

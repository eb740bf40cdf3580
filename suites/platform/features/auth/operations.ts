import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice, KeyChoice, TokenChoice } from '../../../../conformance/ports/platform.ts'
import { all, cannotTell, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import { INVALID_TOKENS, WRONG_KEYS } from '../../ledger/credentials.ts'
import { OTHER_PARTNER, withCredentials } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { OPERATIONS, type QuoteOperation } from '../../vocabulary/quotes/api.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'

/** Missing and wrong keys beside another partner's token. That partner may have only one key. */
const WRONG_KEYS_OF_OTHERS: readonly KeyChoice[] = ['none', 'empty', 'wrong', 'primary']

/** Ways to send a valid token about which the specification says nothing. */
const ODD_TOKENS: readonly TokenChoice[] = ['empty', 'basic-scheme', 'no-scheme', 'in-query']

interface Attempt {
  readonly way: string
  readonly exchange: Exchange
}

interface Trace {
  /** Absent where the version requires no key, so that the request may be accepted and change something. */
  readonly noKey?: Exchange
  readonly wrongKeys: readonly Attempt[]
  readonly odd: readonly Attempt[]
}

/** Observations for all operations but bind: it might be accepted, and the quote would then be bound. */
const oddClaims = [
  claim<Trace>('observe-unusual-authorization', ({ odd }) =>
    all(
      odd.filter(({ way }) => way !== 'in-query').map(({ way, exchange }) => observedAnswer(exchange, way)),
    ),
  ),
  claim<Trace>('observe-token-in-query', ({ odd }) =>
    all(odd.filter(({ way }) => way === 'in-query').map(({ exchange }) => observedAnswer(exchange))),
  ),
]

const isChanging = (operation: QuoteOperation): boolean => operation === 'update' || operation === 'bind'

/** The statements that each operation shows, beside those on its name. */
const SHOWN = ['no-token-refused', 'no-token-401', 'invalid-token-401', 'no-key-refused', 'wrong-key-refused']

/**
 * One scenario for each endpoint: tries all wrong credentials on a quote for which valid ones would succeed. Statements judge the
 * refusals.
 */
export const credentialScenarios: readonly PlatformScenario[] = OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `auth/${operation}`,
    title: `${operation} takes nothing but a valid token with a valid integration key`,
    shows: [
      ...SHOWN.map((suffix) => `${operation}-${suffix}`),
      ...(isChanging(operation) ? [`refused-${operation}-changes-nothing`] : []),
    ],
    drive: (context) => attempts(context, operation),
    claims: [
      claim('observe-missing-key-code', (trace) => withoutKey(trace, observedAnswer)),
      claim('observe-wrong-key-code', ({ wrongKeys }) =>
        all(wrongKeys.map(({ way, exchange }) => observedAnswer(exchange, way))),
      ),
      ...(operation === 'status'
        ? [claim<Trace>('integration-key-before-its-day', (trace) => withoutKey(trace, observedAnswer))]
        : []),
      ...(operation === 'bind' ? [] : oddClaims),
    ],
  }),
)

/** The state in which the request succeeds with valid credentials. */
const STATE: Record<QuoteOperation, QuoteState | undefined> = {
  submit: undefined,
  status: 'ready_to_bind',
  update: 'ready_to_bind',
  bind: 'ready_to_bind',
  'quote-preview': 'ready_to_bind',
  'quote-proposal': 'ready_to_bind',
  'policy-preview': 'ready_to_bind',
  policy: 'issued',
}

async function attempts(context: PlatformContext, operation: QuoteOperation): Promise<Trace> {
  const { api, facts, quotes, spec } = context
  const quote = await quoteFor(context, operation)
  const send = (credentials: CredentialsChoice) =>
    api.perform(operation, { id: quote?.id ?? '', submission: quotes.submission() }, { credentials })
  const changed = isChanging(operation) ? quote : undefined

  // Two reads tell what changes by itself.
  for (const id of changed ? [changed.id, changed.id] : []) await api.status(id)
  await send({ token: 'none' })
  // Where the version requires no key, a request without one succeeds.
  const asksForKey = spec.holds(spec.requirement(`${operation}-no-key-refused`)) || changed === undefined
  const noKey = asksForKey ? { noKey: await send({ key: 'none' }) } : {}
  await inTurn(INVALID_TOKENS, (token) => send({ token }))
  // No key makes an invalid token valid.
  if (facts.credentials.has('secondary_integration_key'))
    await inTurn(['garbled', 'tampered'] as const, (token) => send({ token, key: 'secondary' }))
  const wrongKeys = asksForKey ? await inTurn(WRONG_KEYS, (key) => send({ key })) : []
  if (asksForKey) await attemptsOfOthers(context, operation)
  if (changed) await quotes.stays(changed.id)
  await send({})
  const odd = operation === 'bind' ? [] : await inTurn(ODD_TOKENS, (token) => send({ token }))
  return { ...noKey, wrongKeys, odd }
}

/** Makes a quote for which the operation succeeds with valid credentials; none for a submission. */
async function quoteFor(
  { quotes }: PlatformContext,
  operation: QuoteOperation,
): Promise<SubmittedQuote | undefined> {
  const state = STATE[operation]
  const quote = state && (await quotes.reach(state))
  if (quote && (operation === 'quote-proposal' || operation === 'policy-preview'))
    await quotes.proposalOf(quote.id)
  return quote
}

/** Sends the request of a second partner without a right key, and then with it. Nothing is sent where there is no such partner. */
async function attemptsOfOthers(context: PlatformContext, operation: QuoteOperation): Promise<void> {
  if (!context.facts.credentials.has('other_partner')) return
  const second = withCredentials(context, OTHER_PARTNER)
  const { api, quotes } = second
  const quote = await quoteFor(second, operation).catch(unlessUnable)
  if (quote === undefined && STATE[operation] !== undefined) return
  const send = (credentials: CredentialsChoice) =>
    api.perform(operation, { id: quote?.id ?? '', submission: quotes.submission() }, { credentials })
  // The submissions of that partner may all be refused, since its broker may be unknown.
  if (operation === 'submit' && !succeeded(await send({}))) return
  await inTurn(WRONG_KEYS_OF_OTHERS, (key) => send({ key }))
  await send({})
}

async function inTurn<T>(ways: readonly T[], send: (way: T) => Promise<Exchange>): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const way of ways) attempts.push({ way: String(way), exchange: await send(way) })
  return attempts
}

const withoutKey = ({ noKey }: Trace, judge: (noKey: Exchange) => Verdict): Verdict =>
  noKey === undefined ? cannotTell('the version asks for no integration key') : judge(noKey)

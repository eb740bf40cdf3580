import type { Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice, KeyChoice, TokenChoice } from '../../../../conformance/ports/platform.ts'
import { all, cannotTell, cutOff, unlessUnable, type Verdict } from '../../../../conformance/verdict.ts'
import type { QuoteState } from '../../../../spec/lifecycle.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { OTHER_PARTNER, withCredentials } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { describe, statusClassIsNot, statusIs, succeeded, withAnswer } from '../../vocabulary/judge/answer.ts'
import { observedAnswer } from '../../vocabulary/judge/observe.ts'
import { OPERATIONS, type QuoteOperation } from '../../vocabulary/quotes/api.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { type BeforeAndAfter, leftAsItWas, readsOf } from './unchanged.ts'

/** Tokens that the server did not issue in this form; each must get 401 (5.rule.5, R21). */
const INVALID: readonly TokenChoice[] = [
  'garbled',
  'tampered',
  'tampered-at-end',
  'truncated',
  'prolonged',
  'unsigned',
  'swapped-case',
  'integration-key',
]

/** Wrong keys; none may succeed (R21). */
const WRONG_KEYS: readonly KeyChoice[] = [
  'wrong',
  'wrong-twice',
  'tampered',
  'tampered-at-end',
  'truncated',
  'prolonged',
  'swapped-case',
  'empty',
  'client-secret',
]

/** Missing and wrong keys beside another partner's token. That partner may have only one key. */
const WRONG_KEYS_OF_OTHERS: readonly KeyChoice[] = ['none', 'empty', 'wrong', 'primary']

/** Ways to send a valid token about which the specification says nothing. */
const ODD_TOKENS: readonly TokenChoice[] = ['empty', 'basic-scheme', 'no-scheme', 'in-query']

interface Attempt {
  readonly way: string
  readonly exchange: Exchange
}

interface Trace {
  readonly noToken: Exchange
  /** Absent where the version requires no key, so that the request may be accepted and change something. */
  readonly noKey?: Exchange
  readonly invalid: readonly Attempt[]
  readonly wrongKeys: readonly Attempt[]
  /** Requests of another partner for its own quote with missing and wrong keys, and the same with the right one. */
  readonly ofOthers?: { readonly attempts: readonly Attempt[]; readonly counterpart: Exchange }
  readonly odd: readonly Attempt[]
  /** The same request with valid credentials, sent last: its success shows that the credentials caused the refusals. */
  readonly counterpart: Exchange
  /** The quote around all attempts; absent where the operation changes nothing. */
  readonly around?: BeforeAndAfter
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

/** One scenario for each endpoint: tries all wrong credentials on a quote for which valid ones would succeed. */
export const credentialScenarios: readonly PlatformScenario[] = OPERATIONS.map((operation) =>
  scenario<Trace>({
    id: `auth/${operation}`,
    title: `${operation} takes nothing but a valid token with a valid integration key`,
    drive: (context) => attempts(context, operation),
    claims: [
      claim(`${operation}-no-token-refused`, (trace) => refused(trace, trace.noToken)),
      claim(`${operation}-no-token-401`, ({ noToken }) => statusIs(noToken, 401)),
      claim(`${operation}-invalid-token-401`, (trace) =>
        withCounterpart(trace, all(trace.invalid.map(({ exchange }) => statusIs(exchange, 401)))),
      ),
      claim(`${operation}-no-key-refused`, (trace) => withoutKey(trace, (noKey) => refused(trace, noKey))),
      claim(`${operation}-wrong-key-refused`, (trace) =>
        all(trace.wrongKeys.map(({ exchange }) => refused(trace, exchange))),
      ),
      claim(`${operation}-no-key-refused`, (trace) => othersRefused(trace, isMissing), 'of another partner'),
      claim(`${operation}-wrong-key-refused`, (trace) => othersRefused(trace, isWrong), 'of another partner'),
      claim('observe-missing-key-code', (trace) => withoutKey(trace, observedAnswer)),
      claim('observe-wrong-key-code', ({ wrongKeys }) =>
        all(wrongKeys.map(({ way, exchange }) => observedAnswer(exchange, way))),
      ),
      ...(operation === 'status'
        ? [claim<Trace>('integration-key-before-its-day', (trace) => withoutKey(trace, observedAnswer))]
        : []),
      ...(operation === 'bind' ? [] : oddClaims),
      ...(operation === 'update' || operation === 'bind'
        ? [claim<Trace>(`refused-${operation}-changes-nothing`, changesNothing)]
        : []),
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
  const changing = operation === 'update' || operation === 'bind'

  const reads = readsOf(context, changing && quote ? [quote.id] : [])
  await reads.before()
  await reads.before()
  const noToken = await send({ token: 'none' })
  // Where the version requires no key, a request without one succeeds.
  const asksForKey = spec.holds(spec.requirement(`${operation}-no-key-refused`)) || !changing
  const noKey = asksForKey ? { noKey: await send({ key: 'none' }) } : {}
  // No key makes an invalid token valid.
  const keys: KeyChoice[] = facts.credentials.has('secondary_integration_key') ? ['secondary'] : []
  const invalid = [
    ...(await inTurn(INVALID, (token) => send({ token }))),
    ...(await inTurn(keys, (key) => send({ token: 'garbled', key }))),
    ...(await inTurn(keys, (key) => send({ token: 'tampered', key }))),
  ]
  const wrongKeys = asksForKey ? await inTurn(WRONG_KEYS, (key) => send({ key })) : []
  const others = asksForKey ? await attemptsOfOthers(context, operation) : undefined
  const sent = { noToken, ...noKey, invalid, wrongKeys, ...(others && { ofOthers: others }) }
  const [own] = await reads.after()
  const counterpart = await send({})
  const odd = operation === 'bind' ? [] : await inTurn(ODD_TOKENS, (token) => send({ token }))
  return { ...sent, odd, ...(own && { around: own }), counterpart }
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

/** Sends the request of a second partner without a right key, and then with it; undefined where there is no such partner. */
async function attemptsOfOthers(
  context: PlatformContext,
  operation: QuoteOperation,
): Promise<Trace['ofOthers']> {
  if (!context.facts.credentials.has('other_partner')) return undefined
  const second = withCredentials(context, OTHER_PARTNER)
  const { api, quotes } = second
  const quote = await quoteFor(second, operation).catch(unlessUnable)
  if (quote === undefined && STATE[operation] !== undefined) return undefined
  const send = (credentials: CredentialsChoice) =>
    api.perform(operation, { id: quote?.id ?? '', submission: quotes.submission() }, { credentials })
  // The submissions of that partner may all be refused, since its broker may be unknown.
  if (operation === 'submit' && !succeeded(await send({}))) return undefined
  return { attempts: await inTurn(WRONG_KEYS_OF_OTHERS, (key) => send({ key })), counterpart: await send({}) }
}

async function inTurn<T>(ways: readonly T[], send: (way: T) => Promise<Exchange>): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const way of ways) attempts.push({ way: String(way), exchange: await send(way) })
  return attempts
}

const withoutKey = ({ noKey }: Trace, judge: (noKey: Exchange) => Verdict): Verdict =>
  noKey === undefined ? cannotTell('the version asks for no integration key') : judge(noKey)

/** Judges that a request did not succeed while its counterpart did. */
function refused(trace: Trace, exchange: Exchange): Verdict {
  return withCounterpart(trace, statusClassIsNot(exchange, 2))
}

/** Says whether a request had no key at all. */
export const isMissing = ({ way }: Attempt): boolean => way === 'none'
const isWrong = (attempt: Attempt): boolean => !isMissing(attempt)

/**
 * Judges requests of another partner. Where its right key is refused as well, they prove nothing.
 *
 * @param concerns selects the ways of sending a key
 */
export function othersRefused(
  { ofOthers }: Pick<Trace, 'ofOthers'>,
  concerns: (attempt: Attempt) => boolean,
): Verdict {
  if (ofOthers === undefined)
    return cannotTell('the profile has no second partner with such a quote', 'credentials.other_partner')
  return withCounterpart(
    ofOthers,
    all(ofOthers.attempts.filter(concerns).map(({ exchange }) => statusClassIsNot(exchange, 2))),
  )
}

/** Lets a verdict pass only if the same request with valid credentials succeeds. A breach always decides. */
function withCounterpart({ counterpart }: Pick<Trace, 'counterpart'>, verdict: Verdict): Verdict {
  if (verdict.kind !== 'passed' || succeeded(counterpart)) return verdict
  return withAnswer(counterpart, (answer) =>
    cutOff(`the same request with valid credentials was refused too: ${describe(answer)}`),
  )
}

function changesNothing(
  { around, noToken, noKey, invalid, wrongKeys }: Trace,
  { spec }: { readonly spec: Spec },
): Verdict {
  const sent = [noToken, noKey ?? [], [...invalid, ...wrongKeys].map(({ exchange }) => exchange)].flat()
  return around === undefined
    ? cutOff('the state of the quote could not be read')
    : leftAsItWas(around, sent, spec)
}

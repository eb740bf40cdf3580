import type { Behaviour, BehaviourChange } from '../behaviour.ts'
import type { ApiCall, ApiOperation, HttpAnswer } from '../http/answer.ts'
import type { Platform } from '../platform.ts'
import type { Quote, QuoteStatus } from '../quotes/quote.ts'
import { maybe, number, replacing, textArgument, wordsOf } from './products/arguments.ts'

/** The operations about one quote. */
export const OF_ONE_QUOTE = [
  'status',
  'update',
  'bind',
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
] as const satisfies readonly ApiOperation[]

/** Performs an operation differently; `standard` performs it as before. */
type Performs = (
  standard: () => HttpAnswer | Promise<HttpAnswer>,
  call: ApiCall,
  platform: Platform,
) => HttpAnswer | Promise<HttpAnswer>

/** Replaces the work of some operations. */
export const operating =
  (operations: readonly ApiOperation[], performs: Performs): BehaviourChange =>
  ({ operations: standard }: Behaviour) => ({
    operations: Object.fromEntries(
      operations.map((name) => [
        name,
        (call: ApiCall, platform: Platform) => performs(() => standard[name](call, platform), call, platform),
      ]),
    ),
  })

/** Changes the body of some operations before they are performed. */
export const given =
  (operation: ApiOperation, change: (body: unknown) => unknown): BehaviourChange =>
  ({ operations: standard }) => ({
    operations: {
      [operation]: (call: ApiCall, platform: Platform) =>
        standard[operation]({ ...call, body: change(call.body) }, platform),
    },
  })

type Members = Record<string, unknown>

/** An answer with its JSON object changed; an answer without JSON stays unchanged. */
export function rewritten(answer: HttpAnswer, change: (body: Members) => unknown): HttpAnswer {
  if (typeof answer.body !== 'string' || !answer.headers['content-type']?.includes('json')) return answer
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as Members)) }
}

const ENCODINGS = {
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  'utf-16': (text: string) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(text, 'utf16le').swap16(),
} as const

/** Arguments of operators that change the code, the content type, the text or the encoding of an answer. */
export const FORMS = {
  code: maybe(number),
  type: maybe(textArgument),
  text: maybe(replacing),
  encoding: maybe(wordsOf(ENCODINGS)),
}

type Forms = { readonly [Name in keyof typeof FORMS]?: ReturnType<(typeof FORMS)[Name]> }

/** An answer in another form. Only texts are rewritten or encoded. */
export function formed(
  answer: HttpAnswer,
  { code = answer.status, type, text, encoding }: Forms,
): HttpAnswer {
  const { headers, body } = answer
  const written = typeof body === 'string' && text !== undefined ? text(body) : body
  return {
    status: code,
    headers: { ...headers, ...(type && { 'content-type': type }) },
    body: typeof written === 'string' && encoding !== undefined ? ENCODINGS[encoding](written) : written,
  }
}

/** Changes the answers of some operations after they were performed. */
export const answering = (
  operations: readonly ApiOperation[],
  change: (answer: HttpAnswer, call: ApiCall, platform: Platform) => HttpAnswer,
): BehaviourChange =>
  operating(operations, (standard, call, platform) => {
    const answer = standard()
    return answer instanceof Promise
      ? answer.then((late) => change(late, call, platform))
      : change(answer, call, platform)
  })

/** The quote that a request names. */
export const quoteOf = ({ id }: ApiCall, { quotes }: Platform): Quote | undefined =>
  quotes.get(id.toLowerCase())

/** Replaces the work of some operations on quotes in some states, for partners that may see the quote. */
export const inState = (
  operations: readonly ApiOperation[],
  states: readonly QuoteStatus[],
  performs: (
    quote: Quote,
    standard: () => HttpAnswer | Promise<HttpAnswer>,
    platform: Platform,
  ) => HttpAnswer | Promise<HttpAnswer>,
): BehaviourChange =>
  operating(operations, (standard, call, platform) => {
    const quote = quoteOf(call, platform)
    const { sees } = platform.behaviour.access
    return quote !== undefined && states.includes(quote.status) && sees(call.partner, quote, call.operation)
      ? performs(quote, standard, platform)
      : standard()
  })

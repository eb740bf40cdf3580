import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding, succeeded } from '../../vocabulary/judge/answer.ts'
import { at } from '../../vocabulary/judge/json.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { openPdf } from '../../vocabulary/reading/reader.ts'

/** A document that was read, and which quotes its pages name. */
interface Read {
  readonly name: DocumentName
  readonly exchange: Exchange
  /** Texts of its own quote on its pages. */
  readonly own: readonly string[]
  /** Texts on its pages that only another quote has. */
  readonly foreign: readonly string[]
}

/** Quotes whose documents are read in turn. */
const QUOTES = 3
/** The order of the reads: each quote for the first time, then some again, before and after another one. */
const ORDER = [0, 1, 2, 0, 2, 1]
/** How many ids of a document are looked up. */
const MOST_IDS = 3
const OF_READY: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview']
const OF_ISSUED: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy']

/** Checks that a document is that of its quote, whichever other documents were read before or at the same moment (4). */
export const documentsOfSeveral: PlatformScenario = scenario<readonly Read[]>({
  id: 'documents/of-several-quotes',
  title: 'Each document shows its own quote, however many are read in turn',
  async drive(context) {
    const { api, quotes } = context
    const some: SubmittedQuote[] = []
    for (let count = 0; count < QUOTES; count += 1) some.push(await quotes.reach('ready_to_bind'))
    for (const { id } of some) await quotes.proposalOf(id)
    const reads = [...(await readAll(context, OF_READY, some)), ...(await readUpdated(context, some))]
    for (const { id } of some) await api.bind(id)
    for (const { id } of some) await quotes.issue(id)
    return [...reads, ...(await readAll(context, OF_ISSUED, some))]
  },
  claims: DOCUMENTS.map(
    (name): Claim<readonly Read[], Spec> =>
      claim(`${name}-shows-its-quote`, (reads) => ofItsQuote(reads.filter((one) => one.name === name))),
  ),
})

/** Reads documents of some quotes in turn, and then of all at the same moment. */
async function readAll(
  context: PlatformContext,
  names: readonly DocumentName[],
  quotes: readonly SubmittedQuote[],
  known = quotes,
): Promise<readonly Read[]> {
  const reads: Read[] = []
  const offered = names.filter((name) => context.spec.endpoints.some(({ operation }) => operation === name))
  for (const name of offered) {
    const inTurn = ORDER.flatMap((place) => quotes[place] ?? [])
    for (const quote of inTurn) reads.push(...(await read(context, name, quote, known)))
    const atOnce = await Promise.all(quotes.map((quote) => read(context, name, quote, known)))
    reads.push(...atOnce.flat())
  }
  // In which state all of them were asked for is known only where it is read afterwards, too.
  for (const { id } of quotes) await context.api.status(id)
  return reads
}

/** Reads the documents of one more quote after an update, which may write them anew. */
async function readUpdated(
  context: PlatformContext,
  others: readonly SubmittedQuote[],
): Promise<readonly Read[]> {
  const { api, quotes } = context
  const quote = await quotes.reach('ready_to_bind')
  await api.update(quote.id, { it_manager_same: true })
  await quotes.settle(quote.id)
  await quotes.proposalOf(quote.id)
  return readAll(context, OF_READY, [quote], [quote, ...others])
}

async function read(
  { api, http }: PlatformContext,
  name: DocumentName,
  quote: SubmittedQuote,
  all: readonly SubmittedQuote[],
): Promise<readonly Read[]> {
  const exchange = await api.document(name, quote.id)
  const bytes = exchange.answer?.status === 200 ? http.bytes(exchange) : undefined
  if (bytes === undefined) return []
  const own = textsOf(quote)
  const foreign = all
    .filter((one) => one !== quote)
    .flatMap(textsOf)
    .filter((text) => !own.includes(text))
  const { found = [], ids = [] } = await openPdf(bytes, [...own, ...foreign])
  const among = (texts: readonly string[]) => texts.filter((text) => found.includes(text))
  const named = among(own)
  const further = named.length > 0 ? [] : await quotesAmong(api, ids)
  return [{ name, exchange, own: named, foreign: [...among(foreign), ...further] }]
}

/** The ids that are those of quotes. A document may have ids of other things as well. */
async function quotesAmong(api: PlatformContext['api'], ids: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const id of ids.slice(0, MOST_IDS)) if (succeeded(await api.status(id))) found.push(id)
  return found
}

/** Texts of a quote that a document may show, and that no other quote of the run has unless a recipe sets them. */
const textsOf = ({ id, submission }: SubmittedQuote): readonly string[] =>
  [id, submission.insured_name, at(submission, '/insured_contact/email')].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as readonly string[]

/** Judges whose data documents show. What they show is not stated, so that one without any of these texts decides nothing. */
function ofItsQuote(reads: readonly Read[]): Verdict {
  const wrong = reads.filter(({ foreign }) => foreign.length > 0)
  if (wrong.length > 0)
    return failed(
      ...wrong.map(({ exchange, foreign: [text = ''] }) => ({
        ...finding(exchange, 'nothing of another quote', text, 'body'),
        cause: { observed: 'data of another quote' },
      })),
    )
  const named = reads.filter(({ own }) => own.length > 0).length
  return named > 0
    ? passed(`${named} of ${reads.length} name their quote`)
    : cannotTell('no document names its quote')
}

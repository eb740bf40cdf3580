import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { foundAmong, type NamedQuotes, ofItsQuote, soughtIn } from '../../vocabulary/documents/whose.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import type { SubmittedQuote } from '../../vocabulary/quotes/quotes.ts'
import { openPdf } from '../../vocabulary/reading/reader.ts'

/** A document that was read, and which quotes its pages name. */
interface Read extends NamedQuotes {
  readonly name: DocumentName
  readonly exchange: Exchange
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
  { api, http, facts }: PlatformContext,
  name: DocumentName,
  quote: SubmittedQuote,
  all: readonly SubmittedQuote[],
): Promise<readonly Read[]> {
  const exchange = await api.document(name, quote.id)
  const bytes = exchange.answer?.status === 200 ? http.bytes(exchange) : undefined
  if (bytes === undefined) return []
  const sought = soughtIn(quote, all, [facts.submission, facts.outcomes])
  // Without a text of another quote a pass could not have failed.
  if (sought.foreign.length === 0) return []
  const { found, ids = [] } = await openPdf(bytes, [...sought.own, ...sought.foreign])
  const { own, foreign } = foundAmong(sought, found)
  const others = ids.filter((id) => id !== quote.id.toLowerCase())
  const further = own.length > 0 ? [] : await quotesAmong(api, others)
  return [{ name, exchange, own, foreign: [...foreign, ...further] }]
}

/** The ids that are those of quotes. A document may have ids of other things as well. */
async function quotesAmong(api: PlatformContext['api'], ids: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const id of ids.slice(0, MOST_IDS)) if (succeeded(await api.status(id))) found.push(id)
  return found
}

import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import { CannotTell, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { asSecondPartner } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { finding } from '../../vocabulary/judge/answer.ts'
import { outcomeOf } from '../../vocabulary/quotes/quotes.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { openPdf } from '../../vocabulary/reading/reader.ts'

/** The documents of a quote that is ready to bind. */
const NAMES: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview']

/** A document of the second partner's quote; `named` says whose insured its pages name. */
export interface NamedDocument {
  readonly exchange: Exchange
  readonly named: readonly ('own' | 'foreign')[]
}

type Trace = Readonly<Partial<Record<DocumentName, NamedDocument>>>

/** Checks that a partner gets no document of another partner's quote whose insured has a similar name (4, R12). */
export const similarInsureds: PlatformScenario = scenario<Trace>({
  id: 'documents/of-similar-insureds',
  title: 'Documents are not those of a similar insured of another partner',
  needs: [{ credential: 'other_partner' }],
  async drive(context) {
    const { http, quotes, unique } = context
    const name = String(quotes.submission().insured_name)
    if (name === quotes.submission().insured_name)
      throw new CannotTell('the recipe sets the name of the insured', 'outcomes.ready_to_bind')
    // Different only at their end: names may be compared by their beginning.
    const alike = `${unique()} ${name}`
    const [foreign, own] = [`${alike} East`, `${alike} West`]
    const first = await readyQuote(context, foreign)
    for (const document of NAMES) await context.api.document(document, first)
    return asSecondPartner(context, async (second) => {
      const id = await readyQuote(second, own)
      const trace: Partial<Record<DocumentName, NamedDocument>> = {}
      for (const document of NAMES) {
        const exchange = await second.api.document(document, id)
        const bytes = exchange.answer?.status === 200 ? http.bytes(exchange) : undefined
        if (bytes === undefined) continue
        const { found = [] } = await openPdf(bytes, [own, foreign])
        trace[document] = { exchange, named: found.map((one) => (one === own ? 'own' : 'foreign')) }
      }
      return trace
    })
  },
  claims: NAMES.map((document) =>
    claim<Trace>(
      `${document}-foreign-quote`,
      ({ [document]: seen }) => isOfItsQuote(seen),
      'whose insured has a similar name',
    ),
  ),
})

/** Makes a quote for an insured of a given name, and waits until it has its documents. */
async function readyQuote({ api, quotes }: PlatformContext, insured_name: string): Promise<string> {
  const answer = await api.submit({ ...quotes.submission(), insured_name })
  const id = quoteIdOf(answer)
  if (id === undefined) throw new CannotTell(`a name such as ${insured_name} came to ${outcomeOf(answer)}`)
  await quotes.settle(id)
  await quotes.proposalOf(id)
  return id
}

/** Judges whose insured a document names. What it shows is not stated, so that one without a name decides nothing. */
function isOfItsQuote(seen: NamedDocument | undefined): Verdict {
  if (seen === undefined) return cannotTell('the document was not there')
  const { exchange, named } = seen
  if (named.includes('own')) return passed()
  return named.includes('foreign')
    ? failed(
        finding(exchange, 'a document of this quote', 'a document of the insured of another partner', 'body'),
      )
    : cannotTell('no insured can be read in the document')
}

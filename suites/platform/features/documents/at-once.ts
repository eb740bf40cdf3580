import type { DocumentName } from '../../../../conformance/exchange.ts'
import { type PlatformContext, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { type Download, openingClaims, requirementsOfRows } from '../../vocabulary/documents/rows.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import { openPdf } from '../../vocabulary/reading/reader.ts'

/** How many requests for a document are sent at the same moment. */
const READERS = 4

/** Checks that several readers get a document at the same moment, as one reader does (3.documents, R17, R18). */
export const documentsAtOnce: PlatformScenario = scenario<readonly Download[]>({
  id: 'documents/at-once',
  title: 'Several simultaneous readers get the same document, or the same refusal',
  shows: requirementsOfRows('ready_to_bind', 'issued'),
  async drive(context) {
    const { api, quotes } = context
    const { id } = await quotes.reach('ready_to_bind')
    // The quote preview is asked for by several readers before anybody has read it.
    const preview = await readTogether(context, id, ['quote-preview'])
    await quotes.proposalOf(id)
    const others = await readTogether(context, id, DOCUMENTS.slice(1))
    await api.bind(id)
    const { state } = await quotes.issue(id)
    const issued = state === 'issued' ? await readTogether(context, id, DOCUMENTS) : []
    return [...preview, ...others, ...issued]
  },
  claims: openingClaims((downloads) => downloads),
})

/** Asks for documents one after the other, each several times at the same moment. */
async function readTogether(
  { api, http }: PlatformContext,
  id: string,
  names: readonly DocumentName[],
): Promise<readonly Download[]> {
  const downloads: Download[] = []
  for (const name of names) {
    await api.status(id)
    const answers = await Promise.all(Array.from({ length: READERS }, () => api.document(name, id)))
    await api.status(id)
    for (const exchange of answers) {
      const bytes = exchange.answer?.status === 200 ? http.bytes(exchange) : undefined
      downloads.push(bytes === undefined ? { exchange } : { exchange, opening: await openPdf(bytes) })
    }
  }
  return downloads
}

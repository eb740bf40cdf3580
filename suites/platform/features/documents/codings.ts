import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import { cannotTell, cutOff } from '../../../../conformance/verdict.ts'
import { withHeaders } from '../../vocabulary/access/asking.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { beginsLikeAPdf, isEncoded } from '../../vocabulary/judge/pdf.ts'

/** The documents of a quote that is ready to bind. */
const NAMES: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview']

/** For each document, a download by whoever takes no encoded body, after one by whoever takes gzip. */
interface Trace {
  readonly plain: Readonly<Partial<Record<DocumentName, Exchange>>>
}

/** Checks that a cached document in gzip goes to nobody who did not ask for it (4, R19, RFC 9110 section 12.5.3). */
export const documentsInCodings: PlatformScenario = scenario<Trace>({
  id: 'documents/in-other-codings',
  title: 'A client without gzip gets a PDF, even after a client with gzip',
  async drive(context) {
    const { api } = context
    // Whoever waits for the documents takes gzip, too: the first download may be the one that is cached.
    const { quotes } = withHeaders(context, { 'accept-encoding': 'gzip' }, NAMES)
    const { id } = await quotes.reach('ready_to_bind')
    await quotes.proposalOf(id)
    const plain: Partial<Record<DocumentName, Exchange>> = {}
    for (const name of NAMES) {
      await api.document(name, id, { headers: { 'accept-encoding': 'gzip' } })
      plain[name] = await api.document(name, id, { headers: { 'accept-encoding': 'identity' } })
    }
    return { plain }
  },
  claims: NAMES.map((name) =>
    claim<Trace>(
      `${name}-is-pdf`,
      ({ plain: { [name]: exchange } }) => {
        if (exchange?.answer === undefined) return cutOff('the document did not arrive')
        if (exchange.answer.status !== 200) return cannotTell('the document was not there')
        return isEncoded(exchange) ? cannotTell('it was encoded and says so') : beginsLikeAPdf(exchange)
      },
      'after a download in gzip',
    ),
  ),
})

import type { DocumentName } from '../../../../conformance/exchange.ts'
import { withHeaders } from '../../vocabulary/access/asking.ts'
import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'

/** The documents of a quote that is ready to bind. */
const NAMES: readonly DocumentName[] = ['quote-preview', 'quote-proposal', 'policy-preview']

/**
 * Downloads each document without an encoding, after a client that takes gzip. A cached document in gzip goes to nobody who did not
 * ask for it (4, R19, RFC 9110 section 12.5.3). Statements judge every download.
 */
export const documentsInCodings: PlatformScenario = scenario({
  id: 'documents/in-other-codings',
  title: 'A client without gzip gets a PDF, even after a client with gzip',
  shows: NAMES.map((name) => `${name}-is-pdf`),
  async drive(context) {
    const { api } = context
    // Whoever waits for the documents takes gzip, too: the first download may be the one that is cached.
    const { quotes } = withHeaders(context, { 'accept-encoding': 'gzip' }, NAMES)
    const { id } = await quotes.reach('ready_to_bind')
    await quotes.proposalOf(id)
    for (const name of NAMES) {
      await api.document(name, id, { headers: { 'accept-encoding': 'gzip' } })
      await api.document(name, id, { headers: { 'accept-encoding': 'identity' } })
    }
  },
  claims: [],
})

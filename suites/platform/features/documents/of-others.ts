import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import { cannotTell, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { isLetInAt } from '../../vocabulary/access/counterpart.ts'
import { claim, type PlatformContext } from '../../vocabulary/context.ts'
import type { Download, DownloadRow } from '../../vocabulary/documents/rows.ts'
import { statusClassIsNot, succeeded } from '../../vocabulary/judge/answer.ts'
import { DOCUMENTS } from '../../vocabulary/quotes/api.ts'
import { uuidOfNoQuote } from '../../vocabulary/quotes/no-quote.ts'

/** The documents of a quote, asked for by a partner who does not own it. */
export interface OtherPartners {
  readonly answers: Readonly<Record<DocumentName, Exchange>>
  /** Their read of a quote that does not exist: it shows that their credentials are valid. */
  readonly counterpart: Exchange
}

/** Asks for all four documents of a quote with the credentials of another partner. */
export async function askAsOtherPartner(
  { api, unique }: PlatformContext,
  id: string,
  credentials: CredentialsChoice,
): Promise<OtherPartners> {
  const counterpart = await api.status(uuidOfNoQuote(unique()), { credentials })
  const answers: Partial<Record<DocumentName, Exchange>> = {}
  for (const name of DOCUMENTS) answers[name] = await api.document(name, id, { credentials })
  return { answers: answers as Record<DocumentName, Exchange>, counterpart }
}

/** The claims that no document of a quote goes to another partner, whatever the state of the quote (R12). */
export const otherPartnerClaims = <T>(
  when: string,
  seenIn: (trace: T) => { readonly row?: DownloadRow; readonly otherPartners?: OtherPartners } | undefined,
): readonly Claim<T, Spec>[] =>
  DOCUMENTS.map((name) =>
    claim<T>(
      `${name}-foreign-quote`,
      (trace) => {
        const { row, otherPartners } = seenIn(trace) ?? {}
        return otherPartners === undefined || row === undefined
          ? cannotTell('no other partner asked', 'credentials.other_partner')
          : keptFrom(otherPartners, name, row[name])
      },
      when,
    ),
  )

/** Judges that another partner did not get a document. It passes only where the owner got it and the other partner was let in. */
export function keptFrom(
  { answers, counterpart }: OtherPartners,
  name: DocumentName,
  owned: Download,
): Verdict {
  const verdict = statusClassIsNot(answers[name], 2)
  if (verdict.kind !== 'passed') return verdict
  if (!isLetInAt(counterpart)) return cannotTell('the credentials of the other partner were not let in')
  return succeeded(owned.exchange) ? verdict : cannotTell('its owner gets no such document in this state')
}

import type { DocumentName } from '../../../conformance/exchange.ts'
import type { Platform } from '../platform.ts'
import type { PostalAddress, Quote } from '../quotes/quote.ts'
import { quoteRecordOf } from '../quotes/record.ts'
import type { Contents, DocumentSection } from './rules.ts'

const titles: Readonly<Record<DocumentName, string>> = {
  'quote-preview': 'Quote Preview',
  'quote-proposal': 'Quote Proposal',
  'policy-preview': 'Policy Preview',
  policy: 'Policy',
}

const words = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')

const addressOf = (place: PostalAddress): string =>
  [
    place.address_line1,
    place.address_line2,
    place.address_city,
    words(place.address_state, place.address_zip),
  ]
    .filter(Boolean)
    .join(', ')

/** `business_interruption_limit` becomes `Business interruption limit`. */
const labelOf = (name: string): string => {
  const spaced = name.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** A part of the quote record as rows; empty when the record has no such part. */
function rowsOf(part: unknown): DocumentSection['rows'] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    value === undefined ? [] : [[labelOf(name), String(value)] as const],
  )
}

/** Returns the contents of a quote's document; the same quote in the same state always gives the same. */
export function contentsOf(name: DocumentName, quote: Quote, platform: Platform): Contents {
  const { submission, contact } = quote
  const record = quoteRecordOf(quote, platform)
  const policy =
    quote.policyId === undefined || name !== 'policy' ? [] : [['Policy id', quote.policyId] as const]
  return {
    title: titles[name],
    insured: submission.insured_name,
    madeAt: quote.createdAt,
    sections: [
      {
        heading: 'Insured',
        rows: [
          ['Insured name', submission.insured_name],
          ['Address', addressOf(submission.insured_location)],
          ['Contact', words(contact.first_name, contact.last_name, contact.email)],
          ['Quote id', quote.id],
          ...policy,
          ['Created', platform.behaviour.formats.date(quote.createdAt)],
        ],
      },
      { heading: 'Policy term', rows: rowsOf(record.policy_term) },
      { heading: 'Coverage', rows: rowsOf(record.coverage_details) },
      { heading: 'Personal cyber', rows: rowsOf(record.personal_cyber) },
    ],
  }
}

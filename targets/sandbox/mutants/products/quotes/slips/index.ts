import { DOCUMENT_SLIPS } from './documents.ts'
import { EVENT_SLIPS } from './events.ts'
import { REQUEST_SLIPS } from './requests.ts'
import type { QuoteSlip } from './slip.ts'
import { VALUE_SLIPS } from './values.ts'

/** All that can go wrong with a quote. */
export const QUOTE_SLIPS: readonly QuoteSlip[] = [
  ...EVENT_SLIPS,
  ...DOCUMENT_SLIPS,
  ...REQUEST_SLIPS,
  ...VALUE_SLIPS,
]

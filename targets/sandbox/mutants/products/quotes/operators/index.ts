import { DOCUMENT_OPERATORS } from './documents.ts'
import { EVENT_OPERATORS } from './events.ts'
import { REQUEST_OPERATORS } from './requests.ts'
import { VALUE_OPERATORS } from './values.ts'

/** All that can go wrong with a quote. */
export const QUOTE_OPERATORS = [
  ...EVENT_OPERATORS,
  ...DOCUMENT_OPERATORS,
  ...REQUEST_OPERATORS,
  ...VALUE_OPERATORS,
]

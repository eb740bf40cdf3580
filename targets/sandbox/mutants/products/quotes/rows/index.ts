import type { ProductRow } from '../../row.ts'
import { DOCUMENT_ROWS } from './documents.ts'
import { EVENT_ROWS } from './events.ts'
import { REQUEST_ROWS } from './requests.ts'
import { VALUE_ROWS } from './values.ts'

/** All rows of quotes. */
export const QUOTE_ROWS: readonly ProductRow[] = [
  ...EVENT_ROWS,
  ...DOCUMENT_ROWS,
  ...REQUEST_ROWS,
  ...VALUE_ROWS,
]

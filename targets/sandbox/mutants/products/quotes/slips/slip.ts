import type { Quote } from '../../../../quotes/quote.ts'
import type { Slip } from '../../product.ts'

export type QuoteSlip = Slip<Quote>

export const slip = (
  id: string,
  says: string,
  kills: QuoteSlip['kills'],
  change: QuoteSlip['change'],
): QuoteSlip => ({ id, says, kills, change })

/** A slip that changes what happens to its quote later. */
export const disturbing = (...of: Parameters<typeof slip>): QuoteSlip => ({ ...slip(...of), disturbs: true })

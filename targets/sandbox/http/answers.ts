import type { Quote } from '../quotes/quote.ts'
import { type Answer, json } from './answer.ts'

/** The envelope of every kind of JSON answer (2.5). */
export interface Answers {
  submitted(record: object): Answer
  status(record: object): Answer
  updated(quote: Quote): Answer
  bindAccepted(quote: Quote): Answer
  declined(message: string): Answer
  /** Every other refusal. */
  error(status: number, message: string, headers?: Readonly<Record<string, string>>): Answer
}

export const standardAnswers: Answers = {
  submitted: (record) => json(200, { status: 'approved', data: record }),
  status: (record) => json(200, { status: 'success', data: record }),
  updated: (quote) => json(200, { status: 'success', data: { id: quote.id, status: quote.status } }),
  bindAccepted: (quote) => json(202, { status: 'accepted', data: { id: quote.id } }),
  declined: (message) => json(400, { status: 'declined', error: { message } }),
  error: (status, message, headers) => json(status, { status: 'error', error: { message } }, headers),
}

import type { Quote } from '../quotes/quote.ts'
import { answerAsJson, type HttpAnswer } from './answer.ts'

/** The envelope of every kind of JSON answer (2.5). */
export interface Answers {
  submitted(record: object): HttpAnswer
  status(record: object): HttpAnswer
  updated(quote: Quote): HttpAnswer
  bindAccepted(quote: Quote): HttpAnswer
  declined(message: string): HttpAnswer
  /** Every other refusal. */
  error(status: number, message: string, headers?: Readonly<Record<string, string>>): HttpAnswer
}

export const standardAnswers: Answers = {
  submitted: (record) => answerAsJson(200, { status: 'approved', data: record }),
  status: (record) => answerAsJson(200, { status: 'success', data: record }),
  updated: (quote) => answerAsJson(200, { status: 'success', data: { id: quote.id, status: quote.status } }),
  bindAccepted: (quote) => answerAsJson(202, { status: 'accepted', data: { id: quote.id } }),
  declined: (message) => answerAsJson(400, { status: 'declined', error: { message } }),
  error: (status, message, headers) => answerAsJson(status, { status: 'error', error: { message } }, headers),
}

import type { DocumentName } from '../../../conformance/exchange.ts'
import type { HttpAnswer } from '../http/answer.ts'
import type { ProposalState, Quote, QuoteStatus } from '../quotes/quote.ts'

/** Contents of a document. */
export interface Contents {
  readonly title: string
  readonly insured: string
  /** Date of creation, in milliseconds since the epoch. */
  readonly madeAt: number
  readonly sections: readonly DocumentSection[]
}

export interface DocumentSection {
  readonly heading: string
  readonly rows: readonly (readonly [label: string, value: string])[]
}

/** A status code; or the state of the proposal from which on the answer is 200, and the code before. */
export type Cell = number | { readonly once: ProposalState; readonly before: number }

export type Availability = Readonly<Record<DocumentName, Readonly<Record<QuoteStatus | 'unknown', Cell>>>>

/** The four documents: when they are available, their contents, their answers (section 3, endpoints 5 to 8). */
export interface DocumentRules<P> {
  readonly availability: Availability
  /** The status code of the answer; an undefined quote does not exist for this partner. */
  code(name: DocumentName, quote: Quote | undefined, platform: P): number
  contents(name: DocumentName, quote: Quote, platform: P): Contents
  write(contents: Contents): Promise<Uint8Array>
  delivered(bytes: Uint8Array, name: DocumentName): HttpAnswer
  refused(code: number, name: DocumentName): HttpAnswer
}

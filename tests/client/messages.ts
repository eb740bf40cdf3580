export type Operation =
  | 'token'
  | 'submit'
  | 'status'
  | 'update'
  | 'bind'
  | 'quote-proposal'
  | 'policy'
  | 'quote-preview'

export interface Sent {
  readonly operation: Operation
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

export interface Got {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

export class Refused extends Error {
  readonly declined: boolean

  constructor(message: string, declined = false) {
    super(message)
    this.declined = declined
  }
}

export interface QuoteRecord {
  readonly quote_id: string
  readonly quote_status: string
  readonly [name: string]: unknown
}

/** States at which polling stops. */
export const SETTLED = [
  'ready_to_bind',
  'approved_rate',
  'underwriter_review',
  'issued',
  'declined',
  'failed',
]

import type { DocumentName, Exchange } from '../../../../conformance/exchange.ts'
import type { Call, CredentialsChoice, PlatformPort } from '../../../../conformance/ports/platform.ts'
import { QUOTE_OPERATIONS, type QuoteOperation } from '../../../../spec/endpoints.ts'

export { QUOTE_OPERATIONS as OPERATIONS, type QuoteOperation }

export const DOCUMENTS: readonly DocumentName[] = [
  'quote-preview',
  'quote-proposal',
  'policy-preview',
  'policy',
]

/** The quote API as functions; each sends one request and returns its exchange, whatever the answer. */
export interface Api {
  submit(submission: unknown, options?: RequestOptions): Promise<Exchange>
  status(id: string, options?: RequestOptions): Promise<Exchange>
  update(id: string, changes: unknown, options?: RequestOptions): Promise<Exchange>
  bind(id: string, options?: RequestOptions): Promise<Exchange>
  document(name: DocumentName, id: string, options?: RequestOptions): Promise<Exchange>
  /** Sends any of the eight operations by its name, with a valid body. Each uses `id` or `submission` if it needs them. */
  perform(operation: QuoteOperation, given: RequestInput, options?: RequestOptions): Promise<Exchange>
}

export interface RequestInput {
  readonly id: string
  readonly submission: unknown
  /** Changes of an update; default none. */
  readonly changes?: unknown
}

export type RequestOptions = Pick<Call, 'headers' | 'body' | 'mayBeCut' | 'meant'> & {
  readonly credentials?: CredentialsChoice
  /** The id exactly as it is written into the path; default is the percent-encoded id. */
  readonly inPath?: string
}

export function apiOn(http: PlatformPort): Api {
  const toQuote = (
    operation: Exclude<QuoteOperation, 'submit'>,
    method: 'GET' | 'PUT',
    id: string,
    json: unknown,
    { inPath = encodeURIComponent(id.toWellFormed()), ...options }: RequestOptions,
  ) =>
    http.send({
      operation,
      method,
      path: `${pathOf(operation)}/${inPath}`,
      quoteId: id,
      ...content(json, options),
      ...options,
    })

  const api: Api = {
    submit: (submission, { inPath: _, ...options } = {}) =>
      http.send({
        operation: 'submit',
        method: 'POST',
        path: '/submit',
        ...content(submission, options),
        ...options,
      }),
    status: (id, options = {}) => toQuote('status', 'GET', id, undefined, options),
    update: (id, changes, options = {}) => toQuote('update', 'PUT', id, changes, options),
    bind: (id, options = {}) => toQuote('bind', 'PUT', id, {}, options),
    document: (name, id, options = {}) => toQuote(name, 'GET', id, undefined, options),
    perform(operation, { id, submission, changes = {} }, options = {}) {
      switch (operation) {
        case 'submit':
          return api.submit(submission, options)
        case 'status':
          return api.status(id, options)
        case 'update':
          return api.update(id, changes, options)
        case 'bind':
          return api.bind(id, options)
        default:
          return api.document(operation, id, options)
      }
    },
  }
  return api
}

function content(json: unknown, options: RequestOptions): { json?: unknown } {
  return json === undefined || options.body !== undefined ? {} : { json }
}

function pathOf(operation: Exclude<QuoteOperation, 'submit'>): string {
  return operation === 'status' || operation === 'update' || operation === 'bind'
    ? `/${operation}`
    : `/document/${operation}/stream`
}

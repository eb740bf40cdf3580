import type { ApiCall, ApiOperation, HttpAnswer } from './answer.ts'

/** Rules for the HTTP layer around the operations. */
export interface HttpRules<P> {
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string
  /** Largest request body in bytes. */
  readonly bodyLimit: number
  /** Answers a request that no operation handles, or that failed before or in its operation. */
  failed(status: number, message: string, operation: ApiOperation | undefined, platform: P): HttpAnswer
  /** Answers a request that an operator wants to fail with an internal error. */
  breaks(call: ApiCall, platform: P): HttpAnswer
  /** Says whether a JSON text is parsed at all. */
  reads(text: string): boolean
  /** The JSON text that a text is taken for. */
  asJson(text: string): string
  /** Puts a request off before it is processed (429, 503); undefined where it is let in. */
  putsOff(operation: ApiOperation, platform: P): HttpAnswer | undefined
  /** Changes every answer of an operation before it is written. */
  finished(answer: HttpAnswer, operation: ApiOperation, platform: P): HttpAnswer
  /** The same answer in the form in which it is sent. */
  written(answer: HttpAnswer): HttpAnswer
  /** Makes the OpenAPI document that is served from the file that is published. */
  description(text: string): string
}

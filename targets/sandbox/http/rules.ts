import type { Answer, Call, Operation } from './answer.ts'

/** Rules for the HTTP layer around the operations. */
export interface HttpRules<P> {
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string
  /** Largest request body in bytes. */
  readonly bodyLimit: number
  /** Answers a request that no operation handles, or that failed before or in its operation. */
  failed(status: number, message: string, operation: Operation | undefined, platform: P): Answer
  /** Answers a request that an operator wants to fail with an internal error. */
  breaks(call: Call, platform: P): Answer
  /** Says whether a JSON text is parsed at all. */
  reads(text: string): boolean
  /** The JSON text that a text is taken for. */
  asJson(text: string): string
  /** Puts a request off before it is processed (429, 503); undefined where it is let in. */
  putsOff(operation: Operation, platform: P): Answer | undefined
  /** Changes every answer of an operation before it is written. */
  finished(answer: Answer, operation: Operation, platform: P): Answer
  /** The same answer in the form in which it is sent. */
  written(answer: Answer): Answer
  /** Makes the OpenAPI document that is served from the file that is published. */
  description(text: string): string
}

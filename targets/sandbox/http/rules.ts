import type { Answer, Call, Operation } from './answer.ts'

/** Rules for the HTTP layer around the operations. */
export interface HttpRules<P> {
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string
  /** Largest request body in bytes. */
  readonly bodyLimit: number
  /** A request that no operation answers, or that failed before or in its operation. */
  failed(status: number, message: string, operation: Operation | undefined, platform: P): Answer
  /** Answers a request that an operator wanted to meet an internal error. */
  breaks(call: Call, platform: P): Answer
  /** Says whether a JSON text is parsed at all. */
  reads(text: string): boolean
  /** Puts a request off before anything of it was looked at; undefined where it is let in. */
  putsOff(operation: Operation, platform: P): Answer | undefined
  /** Last look at every answer of an operation before it is written out. */
  finished(answer: Answer, operation: Operation, platform: P): Answer
  /** The same answer as it goes over the wire. */
  written(answer: Answer): Answer
  /** The OpenAPI document as it is served, made from the file that is published. */
  description(text: string): string
}

import type { Platform } from '../platform.ts'
import { type Answer, isDocument, type Operation, text } from './answer.ts'

/** Rules for the HTTP layer around the operations. */
export interface HttpRules {
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string
  /** Largest request body in bytes. */
  readonly bodyLimit: number
  /** A request that no operation answers, or that failed before or in its operation. */
  failed(status: number, message: string, operation: Operation | undefined, platform: Platform): Answer
  /** Puts a request off before anything of it was looked at; undefined where it is let in. */
  putsOff(operation: Operation, platform: Platform): Answer | undefined
  /** Last look at every answer of an operation before it is written out. */
  finished(answer: Answer, operation: Operation, platform: Platform): Answer
  /** The same answer as it goes over the wire. */
  written(answer: Answer): Answer
  /** The OpenAPI document as it is served, made from the file that is published. */
  description(text: string): string
}

export const standardHttp: HttpRules = {
  basePath: '/api',
  bodyLimit: 1_048_576,
  failed: (status, message, operation, { behaviour }) =>
    operation !== undefined && isDocument(operation)
      ? text(status, message)
      : behaviour.answers.error(status, message),
  putsOff: () => undefined,
  finished: (answer) => answer,
  written: (answer) => answer,
  description: (text) => text,
}

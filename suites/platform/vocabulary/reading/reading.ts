import type { JsonObject } from '../judge/json.ts'

/** A file of a target, for the process that reads it. */
export type ReadingTask =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }
  | { readonly kind: 'description'; readonly text: string }

/** Result of an independent PDF reader on some bytes. */
export interface Opening {
  readonly pages: number
  readonly error?: string
  /** Why the reader was stopped: then nothing is known about the document. */
  readonly stopped?: string
}

/** An OpenAPI document as it was read. */
export interface DescriptionReading {
  /** True when it is written in JSON, which some readers of YAML take as well. */
  readonly isJson: boolean
  /** The parsed document, or undefined when it is no YAML or JSON object. */
  readonly document: JsonObject | undefined
  /** Problems that a validator of OpenAPI documents finds in it. */
  readonly problems: readonly string[]
}

export interface ReadingOf {
  readonly pdf: Opening
  readonly description: DescriptionReading
}

/** The answer to a task: what was read, or why the reader was stopped. */
export type ReadingAnswer = { readonly read: unknown } | { readonly stopped: string }

export interface Bounds {
  /** Milliseconds of work on one file, however busy the machine is. */
  readonly busyMs: number
  /** Milliseconds for one file, work or not. */
  readonly timeMs: number
  /** Megabytes for one file, those of the reader itself included. */
  readonly megabytes: number
}

/** Many times what a published description takes. */
export const BOUNDS: Bounds = { busyMs: 10_000, timeMs: 60_000, megabytes: 192 }

/** Many times what the documents of a quote take. */
export const DOCUMENT_BOUNDS: Bounds = { ...BOUNDS, megabytes: 160 }

import type { JsonObject } from '../judge/json.ts'

/** A file of a target that the reading process has to read. */
export type ReadingTask =
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly sought?: readonly string[] }
  | { readonly kind: 'description'; readonly text: string }

/** Result of opening a document with an independent PDF reader. */
export interface Opening {
  readonly pages: number
  readonly error?: string
  /** Those of the sought texts that are on its pages, whatever their case and their white space. */
  readonly found?: readonly string[]
  /** Every UUID on its pages, in lower case; absent where no text was sought. */
  readonly ids?: readonly string[]
  /** Why the suite stopped the reader: then nothing is known about the document. */
  readonly stopped?: string
}

/** Result of reading an OpenAPI document. */
export interface DescriptionReading {
  /** True when it is written in JSON, which some YAML parsers accept as well. */
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

export interface ReadingLimits {
  /** Milliseconds of processor time for one file: independent of how busy the machine is. */
  readonly busyMs: number
  /** Milliseconds of real time for one file. */
  readonly timeMs: number
  /** Megabytes of memory for one file, including those of the reader itself. */
  readonly megabytes: number
}

/** Bounds for a description: many times what a published one needs. */
export const BOUNDS: ReadingLimits = { busyMs: 10_000, timeMs: 60_000, megabytes: 192 }

/** Bounds for a document of a quote: many times what one needs. */
export const DOCUMENT_BOUNDS: ReadingLimits = { ...BOUNDS, megabytes: 160 }

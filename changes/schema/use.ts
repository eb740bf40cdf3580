import type { Flow } from '../change.ts'

/** How the messages of a schema are written. */
export type BodyFormat = 'json' | 'xml' | 'form'

/** The messages that a schema is for. */
export interface Use {
  readonly flow: Flow
  readonly body: BodyFormat
}

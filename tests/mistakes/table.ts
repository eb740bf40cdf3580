import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ServerName } from './servers.ts'

/** A mistake of a newcomer, and the line that explains it. `{host}` is host and port of the server. */
export interface Mistake {
  readonly mistake: string
  /** The server at `{host}`. */
  readonly server?: ServerName
  /** A merge patch of the working profile. */
  readonly profile?: object
  /** Further files beside the profile: contents by name. */
  readonly files?: Readonly<Record<string, string>>
  /** Command lines, and the output that a person reads for each. */
  readonly lines: readonly {
    readonly command: string
    readonly exit: number
    /** A whole line of the output. */
    readonly line?: string
    /** A part of a line, where the rest does not matter. */
    readonly part?: string
  }[]
}

interface Table {
  /** A profile that works with the small platform. */
  readonly profile: object
  readonly mistakes: readonly Mistake[]
}

export const table = parse(readFileSync(new URL('mistakes.yaml', import.meta.url), 'utf8')) as Table

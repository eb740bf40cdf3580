import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ServerName } from './servers.ts'

/** A mistake of a newcomer, and the line that says it. `{host}` is host and port of the server that is met. */
export interface Mistake {
  readonly mistake: string
  /** The server that stands at `{host}`. */
  readonly server?: ServerName
  /** A merge patch of the profile that works. */
  readonly profile?: object
  /** Further files beside the profile, and what they hold. */
  readonly files?: Readonly<Record<string, string>>
  /** Command lines, and what a person reads of each. */
  readonly lines: readonly {
    readonly command: string
    readonly exit: number
    /** A whole line of what is printed. */
    readonly line?: string
    /** A part of one, where more stands beside it. */
    readonly part?: string
  }[]
}

interface Table {
  /** A profile that works on the small platform. */
  readonly profile: object
  readonly mistakes: readonly Mistake[]
}

export const table = parse(readFileSync(new URL('mistakes.yaml', import.meta.url), 'utf8')) as Table

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The folder with a folder for each case. */
export const FOLDER = new URL('../../test-data/reports/', import.meta.url)

/** A small system with its right verdict; `cases.yaml` says what each field means. */
export interface Case {
  readonly id: string
  /** Folder of its files; default: the id. */
  readonly folder?: string
  /** The right verdict in words. */
  readonly right: string
  /** Programs with their arguments. */
  readonly start?: readonly (readonly [string, ...string[]])[]
  readonly sandbox?: boolean
  readonly profile?: object
  readonly environment?: Readonly<Record<string, string>>
  readonly command: readonly string[]
  /** Longest duration. */
  readonly minutes?: number
  readonly accept: readonly Accepted[]
}

/** A verdict that is right; all its fields have to hold. */
export interface Accepted {
  readonly exit?: number
  readonly says?: readonly string[]
  readonly failed?: readonly string[]
  readonly notFailed?: readonly string[]
  readonly judged?: number
}

export const cases = parse(readFileSync(new URL('cases.yaml', FOLDER), 'utf8')) as readonly Case[]

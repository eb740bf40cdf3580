import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** The folder with a folder for each case. */
export const FOLDER = new URL('../../test-data/reports/', import.meta.url)

/** A small system with its right verdict; `cases.yaml` says what each field means. */
export interface Case {
  readonly id: string
  /** The case of the same kind whose fields hold where this one has none. */
  readonly like?: string
  /** Folder of its files; default: the id. */
  readonly folder?: string
  /** The right verdict in words. */
  readonly right: string
  /** Programs with their arguments. */
  readonly start?: readonly (readonly [string, ...string[]])[]
  readonly sandbox?: boolean
  readonly profile?: object
  readonly environment?: Readonly<Record<string, string>>
  /** By file, texts that are replaced, each with its replacement. */
  readonly edit?: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>
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

const rows = ['cases.yaml', 'members.yaml'].flatMap(
  (name) => parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly (Partial<Case> & { id: string })[],
)

/** The systems that were reported, then other members of their kinds. */
export const cases: readonly Case[] = rows.map(whole)

function whole(row: (typeof rows)[number]): Case {
  if (row.like === undefined) return row as Case
  const kind = rows.find(({ id }) => id === row.like)
  if (kind === undefined) throw new RangeError(`there is no case ${row.like}`)
  const { folder = kind.id, ...rest } = whole(kind)
  return { ...rest, folder, ...row }
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { isObject, type JsonObject } from '../../conformance/json/object.ts'
import { withoutValue, withValue } from '../../conformance/json/pointer.ts'

const FOLDER = resolve(import.meta.dirname, '../../test-data/pact')

/** A row of the corpus: a base file with changes in one of its interactions. Pointers start at that interaction. */
export interface CorpusRow {
  readonly id: string
  readonly base: string
  /** Index of the interaction. */
  readonly at: number
  readonly set?: JsonObject
  readonly remove?: readonly string[]
  readonly failed?: string | readonly string[]
  readonly open?: readonly string[]
}

export const corpus = (name: 'right' | 'wrong'): readonly CorpusRow[] =>
  parse(readFileSync(`${FOLDER}/${name}.yaml`, 'utf8')) as readonly CorpusRow[]

/** The file of a row, and the pointer to its interaction. */
export function fileOf({ base, at, set = {}, remove = [] }: CorpusRow) {
  const json: unknown = JSON.parse(readFileSync(`${FOLDER}/bases/${base}.json`, 'utf8'))
  if (!isObject(json)) throw new Error(`${base} is no object`)
  const interaction = `/${'messages' in json ? 'messages' : 'interactions'}/${at}`
  const changed = Object.entries(set).reduce<JsonObject>(
    (file, [pointer, value]) => withValue(file, interaction + pointer, value),
    json,
  )
  return {
    json: remove.reduce<JsonObject>((file, pointer) => withoutValue(file, interaction + pointer), changed),
    interaction,
  }
}

/** A file as a tool writes it, with the places where it is wrong or relies on something unspecified. */
export interface ToolFile {
  readonly file: string
  readonly failed?: readonly string[]
  readonly open?: readonly string[]
}

export const toolFiles = (): readonly ToolFile[] =>
  parse(readFileSync(`${FOLDER}/tools.yaml`, 'utf8')) as readonly ToolFile[]

export const toolFile = (name: string): string => `${FOLDER}/tools/${name}.json`

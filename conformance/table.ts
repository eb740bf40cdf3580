import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { keptJson } from './kept-json.ts'

/**
 * Reads one of the tool's own YAML tables. The caller states its shape.
 *
 * @param beside URL of the module that the name is relative to
 */
export function readTable<T>(name: string, beside: string): T {
  return parseTable(readFileSync(new URL(name, beside), 'utf8')) as T
}

/** Texts of YAML that were parsed, each as JSON: every version of the specification is made of mostly the same files. */
const known = new Map<string, string>()

/** Parses YAML. The package holds its tables as JSON, which is YAML too and is read ten times faster. */
export function parseTable(text: string): unknown {
  if (/^[[{]/.test(text)) return JSON.parse(text)
  const json = known.get(text) ?? keptJson(text, () => JSON.stringify(parse(text)))
  known.set(text, json)
  // The caller may change what it gets.
  return JSON.parse(json)
}

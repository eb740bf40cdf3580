import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'

/** Reads one of the sandbox's own YAML tables, which are beside their code. The caller states its shape. */
export function readTable<T>(name: string, beside: string): T {
  return load(readFileSync(new URL(name, beside), 'utf8'), { schema: CORE_SCHEMA }) as T
}

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Reads one of the sandbox's own YAML tables that stand beside their code. The caller names its shape. */
export function readTable<T>(name: string, beside: string): T {
  return parse(readFileSync(new URL(name, beside), 'utf8')) as T
}

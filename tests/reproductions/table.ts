import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Mutants whose breaches are reproduced by scripts. */
export interface Reproduced {
  readonly reproduced: readonly string[]
}

/** Reads `reproduced.yaml`. */
export function readReproduced(): Reproduced {
  return parse(readFileSync(new URL('./reproduced.yaml', import.meta.url), 'utf8')) as Reproduced
}

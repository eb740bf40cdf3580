import { readdirSync, readFileSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'
import { didYouMean } from '../../conformance/suggestion.ts'
import type { Io } from '../io.ts'

const folder = new URL('../../reporters/schemas/', import.meta.url)

/**
 * `schema`: prints the schema of a profile or of a file that a run writes, or the names of all schemas.
 *
 * @throws ConformanceError USAGE for an unknown name
 */
export function schemaCommand(name: string | undefined, io: Pick<Io, 'out'>): number {
  const files = new Map(readdirSync(folder).map((file) => [file.replace(/(\.schema)?\.\w+$/, ''), file]))
  if (name === undefined) {
    io.out([...files.keys()].map((one) => `${one}\n`).join(''))
    return 0
  }
  const file = files.get(name)
  if (file === undefined)
    throw usageError(
      `schema ${name} is unknown: it should be one of ${[...files.keys()].join(', ')}`,
      didYouMean(name, [...files.keys()]),
    )
  io.out(readFileSync(new URL(file, folder), 'utf8'))
  return 0
}

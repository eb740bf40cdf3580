import { writeFileSync } from 'node:fs'
import { usageError } from '../../../conformance/errors.ts'
import { reasonOf } from '../../../conformance/system-error.ts'

/** Writes JUnit XML to the file of `--junit`. @throws ConformanceError `USAGE` when it cannot be written there */
export function writeJunit(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw usageError(`--junit ${file} cannot be written: ${reasonOf(error)}`)
  }
}

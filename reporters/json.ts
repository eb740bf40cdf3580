import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file completely or not at all: to a temporary file beside it, which is then renamed. */
export function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Writes `report.json`. */
export function writeJson(file: string, value: unknown): void {
  writeWhole(file, `${JSON.stringify(value, null, 1)}\n`)
}

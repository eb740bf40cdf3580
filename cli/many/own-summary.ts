import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'

/** The file that marks a folder as written by `certify all`. */
export const SUMMARY = 'summary.json'
const OTHERS = ['junit.xml', 'summary.md', 'index.html']

/**
 * Refuses a folder with files that have the names of `certify all` but other content.
 *
 * @throws ConformanceError USAGE
 */
export function refuseForeignSummary(folder: string): void {
  const names = isOwn(join(folder, SUMMARY)) ? [] : [SUMMARY, ...OTHERS]
  const foreign = names.find((name) => existsSync(join(folder, name)))
  if (foreign !== undefined)
    throw usageError(
      `--out ${folder} holds ${foreign}, which is not from certify all: it should be an empty folder or that of an earlier one`,
    )
}

function isOwn(file: string): boolean {
  try {
    return Array.isArray(JSON.parse(readFileSync(file, 'utf8')).profiles)
  } catch {
    return false
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isObject } from '../../conformance/json/object.ts'
import type { Report } from '../../reporters/index.ts'

const MOST_READ = 12
/** A larger report was written before reports had a size limit. */
const LARGEST = 12_000_000

/** A report from a neighbouring folder, with the name of that folder. */
export interface Beside {
  readonly folder: string
  readonly report: Report
}

/** Reads the newest reports in the folders beside a run's own. Unreadable ones are left out, since nothing depends on them. */
export function reportsBeside(folder: string): readonly Beside[] {
  const own = resolve(folder)
  return namesIn(dirname(own))
    .filter((name) => name !== basename(own))
    .flatMap((name) => {
      const file = join(dirname(own), name, 'report.json')
      const facts = statSync(file, { throwIfNoEntry: false })
      return facts?.isFile() === true && facts.size <= LARGEST ? [{ name, file, at: facts.mtimeMs }] : []
    })
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MOST_READ)
    .flatMap(({ name, file }) => {
      const report = reportIn(file)
      return report === undefined ? [] : [{ folder: name, report }]
    })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function reportIn(file: string): Report | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isReport(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isReport = (value: unknown): value is Report =>
  isObject(value) &&
  isObject(value.target) &&
  isObject(value.summary) &&
  typeof value.startedAt === 'string' &&
  Array.isArray(value.requirements) &&
  value.requirements.every(isObject)

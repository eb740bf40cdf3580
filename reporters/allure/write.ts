import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter'
import type { PlannedRequirement } from '../../conformance/events.ts'
import type { Report } from '../report.ts'
import { allureResults } from './results.ts'

/** Why a requirement is not one of those that a run was asked for. */
const NOT_ASKED_FOR: readonly PlannedRequirement['leftOutBy'][] = ['selection', 'shard']

/**
 * Writes a folder of Allure results. Deletes old contents, since Allure assigns every file in the folder to this run. A requirement for
 * which the run was not asked has no test: Allure would show it as skipped, although another shard may have judged it.
 */
export function writeAllure(folder: string, planned: readonly PlannedRequirement[], report: Report): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const left = planned.filter(({ leftOutBy }) => NOT_ASKED_FOR.includes(leftOutBy))
  const isLeftOut = new Set(left.map(({ id }) => id))
  const { tests, attachments, categories, environment } = allureResults({
    ...report,
    requirements: report.requirements.filter(({ id }) => !isLeftOut.has(id)),
  })
  const writer = new FileSystemWriter({ resultsDir: folder })
  // Allure's own writer waits for the disk after each file, and there are hundreds.
  for (const test of tests) writeFileSync(join(folder, `${test.uuid}-result.json`), JSON.stringify(test))
  for (const [name, text] of attachments) writeFileSync(join(folder, name), text)
  writer.writeCategoriesDefinitions([...categories])
  writer.writeEnvironmentInfo(environment)
}

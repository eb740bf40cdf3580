import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter'
import type { Report } from '../report.ts'
import { allureResults } from './results.ts'

/** Writes a folder of Allure results. Deletes old contents, since Allure assigns every file in the folder to this run. */
export function writeAllure(folder: string, report: Report): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { tests, attachments, categories, environment } = allureResults(report)
  const writer = new FileSystemWriter({ resultsDir: folder })
  // Allure's own writer waits for the disk after each file, and there are hundreds.
  for (const test of tests) writeFileSync(join(folder, `${test.uuid}-result.json`), JSON.stringify(test))
  for (const [name, text] of attachments) writeFileSync(join(folder, name), text)
  writer.writeCategoriesDefinitions([...categories])
  writer.writeEnvironmentInfo(environment)
}

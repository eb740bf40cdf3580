import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  junitXml,
  makeReport,
  type Report,
  type RunRecord,
  reportHtml,
  writeAllure,
  writeJson,
  writeWhole,
} from '../reporters/index.ts'

/** Every report that is one file. */
export const reportFiles = ['report.json', 'report.html', 'junit.xml'] as const

/** Folders that a run fills. */
export const reportFolders = ['allure-results', 'counterexamples'] as const

/** Takes the reports of an older run away, so that a folder never shows another run's verdict. */
export function removeReports(folder: string): void {
  for (const name of [...reportFiles, ...reportFolders])
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Writes every report that is made from a whole run. */
export function writeReports(folder: string, record: RunRecord, report = makeReport(record)): Report {
  writeJson(join(folder, 'report.json'), report)
  writeWhole(join(folder, 'junit.xml'), junitXml(report))
  writeWhole(join(folder, 'report.html'), reportHtml(record, report))
  for (const one of report.counterexamples ?? []) writeJson(join(folder, one.file), one)
  writeAllure(join(folder, 'allure-results'), report)
  return report
}

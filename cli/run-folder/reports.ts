import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  junitXml,
  makeReport,
  REPRODUCTIONS,
  type Report,
  type RunRecord,
  reportHtml,
  reproductionsOf,
  writeAllure,
  writeJson,
  writeWhole,
} from '../../reporters/index.ts'
import { reportsBeside } from './beside.ts'

/** The file with the part of a profile that a run found out. */
export const DISCOVERED = 'discovered.yaml'

/** The file that says which canary a run leaked; such a run gets no certificate. */
export const LEAK = 'leak.txt'

/** The reports that are single files. */
export const reportFiles = ['report.json', 'report.html', 'junit.xml'] as const

/** The folders that a run fills. */
export const reportFolders = ['allure-results', 'counterexamples', REPRODUCTIONS] as const

/** Deletes the reports of an older run, so that a folder never shows another run's verdict. */
export function removeReports(folder: string): void {
  for (const name of [...reportFiles, ...reportFolders, DISCOVERED, LEAK])
    rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * Writes every report of a finished run.
 *
 * @param notify receives the name of each report before it is written
 */
export function writeReports(
  folder: string,
  record: RunRecord,
  {
    report = makeReport(record),
    notify = () => undefined,
  }: { readonly report?: Report; readonly notify?: (name: string) => void } = {},
): Report {
  // Scripts and cases of an earlier judgement would look like part of this one.
  for (const name of reportFolders) rmSync(join(folder, name), { recursive: true, force: true })
  notify('report.json')
  writeJson(join(folder, 'report.json'), report)
  notify('junit.xml')
  writeWhole(join(folder, 'junit.xml'), junitXml(report))
  notify('report.html')
  writeWhole(join(folder, 'report.html'), reportHtml(record, report, reportsBeside(folder)))
  for (const one of report.counterexamples ?? []) writeJson(join(folder, one.file), one)
  for (const one of reproductionsOf(record).values())
    if ('script' in one) writeWhole(join(folder, one.file), one.script)
  notify('allure-results')
  writeAllure(join(folder, 'allure-results'), record.started.requirements, report)
  return report
}

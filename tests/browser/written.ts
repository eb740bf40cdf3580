import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { testFolder } from '../../conformance/testing.ts'
import { makeReport, type RunRecord, reportHtml } from '../../reporters/index.ts'

/** Writes the page of a run and returns its address. The page is deleted after the test. */
export function writePage(record: RunRecord): { readonly address: string; readonly html: string } {
  const folder = testFolder()
  const html = reportHtml(record, makeReport(record))
  const file = join(folder, 'report.html')
  writeFileSync(file, html)
  return { address: pathToFileURL(file).href, html }
}

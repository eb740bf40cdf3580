import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { makeReport, type RunRecord, reportHtml } from '../../reporters/index.ts'

/** Writes the page of a run and returns its address. The page is deleted after the test. */
export function writePage(record: RunRecord): { readonly address: string; readonly html: string } {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const html = reportHtml(record, makeReport(record))
  const file = join(folder, 'report.html')
  writeFileSync(file, html)
  return { address: pathToFileURL(file).href, html }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeReport, reportHtml } from '../../reporters/index.ts'
import { brokenRun } from './runs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Files of one run with breaches, which all tests of pages share. */
    readonly broken: { readonly record: string; readonly page: string }
  }
}

/** Scenarios that fill every page of a report. */
const SHOWN = ['bind/*', 'documents/*', 'service/*', 'states/*', 'webhooks/schedule']

/** Drives a run with breaches and writes its page, once for all tests. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'broken-run-'))
  const [record, page] = [join(folder, 'record.json'), join(folder, 'report.html')]
  const run = await brokenRun(SHOWN)
  writeFileSync(record, JSON.stringify(run))
  writeFileSync(page, reportHtml(run, makeReport(run)))
  project.provide('broken', { record, page })
  return () => rmSync(folder, { recursive: true })
}

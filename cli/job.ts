import { appendFileSync } from 'node:fs'
import { messageOf } from '../conformance/errors.ts'
import { jobSummary, printable, type Report } from '../reporters/index.ts'
import type { Io } from './io.ts'

/** Adds the result of a run to the page of the CI job, where the environment names a file for that page. */
export const tellJob = (report: Report, io: Pick<Io, 'env' | 'err'>): void =>
  addToJob(() => jobSummary(report), io)

/** Adds Markdown to the page of the CI job. */
export function addToJob(markdown: () => string, io: Pick<Io, 'env' | 'err'>): void {
  const file = io.env.GITHUB_STEP_SUMMARY
  if (file === undefined || file === '') return
  try {
    appendFileSync(file, markdown())
  } catch (error) {
    // A failure here is only reported, since the verdict does not depend on it.
    const why = messageOf(error)
    io.err(`GITHUB_STEP_SUMMARY cannot be written: ${printable(why)}\n`)
  }
}

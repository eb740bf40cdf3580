import { githubAnnotations, gitlabAnnotations, makeReport, weigh } from '../../reporters/index.ts'
import { readBaseline } from '../finished-runs/baseline.ts'
import { readRun } from '../finished-runs/runs.ts'
import type { Io } from '../io.ts'

const forms = { github: githubAnnotations, gitlab: gitlabAnnotations } as const

export interface AnnotateOptions {
  readonly format: keyof typeof forms
  /** The file to which the annotations are attached. */
  readonly file?: string
  /** File with known failures. They do not fail the job, so they are not shown. */
  readonly baseline?: string
}

/** `annotate DIR`: prints the failures of a run in the annotation format of a CI. Returns 0 whatever the verdict is. */
export function annotateCommand(folder: string, { format, file, baseline }: AnnotateOptions, io: Io): number {
  const report = makeReport(readRun(folder))
  const known = new Set(baseline === undefined ? [] : weigh(report, readBaseline(baseline)).known)
  const requirements = report.requirements.filter(({ id }) => !known.has(id))
  io.out(forms[format]({ ...report, requirements }, file))
  return 0
}

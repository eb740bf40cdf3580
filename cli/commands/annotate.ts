import { githubAnnotations, gitlabAnnotations, makeReport } from '../../reporters/index.ts'
import type { Io } from '../io.ts'
import { readRun } from '../runs.ts'

const forms = { github: githubAnnotations, gitlab: gitlabAnnotations } as const

export interface AnnotateOptions {
  readonly format: keyof typeof forms
  /** The file at which failures are shown. */
  readonly file?: string
}

/** `annotate DIR`: prints the failures of a run in the form in which a CI shows them. Returns 0 whatever the verdict is. */
export function annotateCommand(folder: string, { format, file }: AnnotateOptions, io: Io): number {
  io.out(forms[format](makeReport(readRun(folder)), file))
  return 0
}

import type { CheckResult, RunEvent } from '../conformance/events.ts'
import { verdictReason } from './reason.ts'
import { recorder } from './record.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { verdictWord } from './verdict-word.ts'

/** The verdicts of a run as lines of JSON: each requirement once, and the verdict of the run as the last line. */
export interface VerdictStream {
  /** Returns the lines of requirements that this event makes fail: a failure is final. */
  add(event: RunEvent): string
  /** Returns the other lines, the last one with the verdict of the run and its exit code. */
  end(report: Report, code: number): string
}

export function verdictStream(): VerdictStream {
  const collected = recorder()
  const reported = new Set<string>()
  const line = (value: object) => `${JSON.stringify(value)}\n`
  return {
    add(event) {
      collected.add(event)
      const record = collected.record()
      if (event.type !== 'scenario-finished' || record === undefined) return ''
      const failed = (id: string) => event.checks.filter((one) => one.requirement === id && isFailure(one))
      const fresh = record.started.requirements.flatMap((planned) => {
        const by = (planned.judgedBy ?? [planned.id]).find((id) => failed(id).length > 0)
        if (by === undefined || reported.has(planned.id)) return []
        reported.add(planned.id)
        const { id, clause, level, title, readings, judgedBy, catches } = planned
        const { verdict, reason } = verdictReason(planned, failed(by), record)
        return line({
          ...{ id, clause, level, title, readings, judgedBy, verdict, catches },
          reason: by === id ? reason : `judged by ${by}: ${reason}`,
        })
      })
      return fresh.join('')
    },
    end(report, code) {
      const { verdict, reason, judged, required, summary } = report
      const others = report.requirements.filter(({ id }) => !reported.has(id)).map(withoutChecks)
      const last = { verdict, word: verdictWord(report), reason, exitCode: code, judged, required, summary }
      return [...others, last].map(line).join('')
    },
  }
}

const isFailure = ({ outcome }: CheckResult): boolean => outcome === 'failed'

const withoutChecks = ({ checks, ...requirement }: ReportedRequirement): object => requirement

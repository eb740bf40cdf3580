import { createHash } from 'node:crypto'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'

/** GitHub shows no more of a kind for each step. */
const MOST = 10
const LONGEST = 500

type Annotated = Pick<Report, 'requirements' | 'verdict' | 'reason' | 'target'>

const of = ({ requirements }: Annotated, wanted: ReportedRequirement['verdict']) =>
  requirements.filter(({ verdict }) => verdict === wanted)

/**
 * Annotations of a job of GitHub Actions: a line for each failure and warning, and one for a run that is incomplete.
 *
 * @param file is where they are shown: the profile, as a path in the repository
 */
export function githubAnnotations(report: Annotated, file?: string): string {
  const lines = (kind: 'error' | 'warning', members: readonly ReportedRequirement[]) => [
    // The last place says how many more there are.
    ...members
      .slice(0, members.length > MOST ? MOST - 1 : MOST)
      .map(({ id, clause, title, reason }) =>
        line(kind, `${id} (${clause})`, `${title}: ${shorten(reason, LONGEST)}`, file),
      ),
    ...(members.length > MOST
      ? [line(kind, 'quote-conformance', `and ${count(members.length - MOST + 1, 'more requirement')}`, file)]
      : []),
  ]
  const unfinished =
    report.verdict === 'incomplete' ? [line('error', 'the run is incomplete', report.reason, file)] : []
  return [
    ...unfinished,
    ...lines('error', of(report, 'failed')),
    ...lines('warning', of(report, 'warned')),
  ].join('')
}

/** A workflow command; nothing in it can end it or begin another. */
function line(kind: string, title: string, message: string, file: string | undefined): string {
  const properties = [...(file === undefined ? [] : [`file=${property(file)}`]), `title=${property(title)}`]
  return `::${kind} ${properties.join(',')}::${data(message)}\n`
}

const data = (text: string): string => printable(text).replaceAll('%', '%25')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The failures and warnings of a run as a report of GitLab's code quality, which a merge request shows. */
export function gitlabAnnotations(report: Annotated, file = report.target.name): string {
  const issues = (severity: 'critical' | 'minor', members: readonly ReportedRequirement[]) =>
    members.map(({ id, clause, title, reason }) => ({
      description: printable(`${clause} ${title}: ${shorten(reason, LONGEST)}`),
      check_name: id,
      fingerprint: createHash('sha256').update(`${report.target.name} ${id}`).digest('hex'),
      severity,
      location: { path: file, lines: { begin: 1 } },
    }))
  const all = [...issues('critical', of(report, 'failed')), ...issues('minor', of(report, 'warned'))]
  return `${JSON.stringify(all, null, 2)}\n`
}

import { createHash } from 'node:crypto'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'

/** GitHub shows at most this many annotations of a kind for each step. */
const MOST = 10
const LONGEST = 500

type Annotated = Pick<Report, 'requirements' | 'verdict' | 'reason' | 'target' | 'causes'>

const withVerdict = ({ requirements }: Annotated, wanted: ReportedRequirement['verdict']) =>
  requirements.filter(({ verdict }) => verdict === wanted)

/** The first requirement of each cause, with the number of others. A breach without a cause is listed by itself. */
function leading(
  report: Annotated,
  wanted: 'failed' | 'warned',
): readonly { readonly one: ReportedRequirement; readonly others: number }[] {
  const all = withVerdict(report, wanted)
  const byId = new Map(all.map((one) => [one.id, one]))
  const members = (report.causes ?? []).map((cause) =>
    [...cause.requirements, ...(cause.following ?? [])].flatMap((id) => byId.get(id) ?? []),
  )
  const grouped = new Set(members.flat())
  return [...members, ...all.filter((one) => !grouped.has(one)).map((one) => [one])].flatMap(
    ([one, ...others]) => (one === undefined ? [] : [{ one, others: others.length }]),
  )
}

/**
 * Annotations for a job of GitHub Actions: a line for each cause of failures and warnings, and one for an incomplete run.
 *
 * @param file the file to which they are attached: the profile, as a path in the repository
 */
export function githubAnnotations(report: Annotated, file?: string): string {
  const lines = (kind: 'error' | 'warning', wanted: 'failed' | 'warned') => {
    const found = leading(report, wanted)
    // The last annotation says how many more there are.
    const shown = found.slice(0, found.length > MOST ? MOST - 1 : MOST)
    const more = found.length - shown.length
    return [
      ...shown.map(({ one, others }) =>
        line(
          kind,
          `${one.id} (${one.clause})${others === 0 ? '' : ` and ${count(others, 'more requirement')}`}`,
          `${one.title}: ${shorten(one.reason, LONGEST)}`,
          file,
        ),
      ),
      ...(more === 0 ? [] : [line(kind, 'quote-conformance', `and ${count(more, 'more cause')}`, file)]),
    ]
  }
  const unfinished =
    report.verdict === 'incomplete' ? [line('error', 'the run is incomplete', report.reason, file)] : []
  return [...unfinished, ...lines('error', 'failed'), ...lines('warning', 'warned')].join('')
}

/** A workflow command. Its texts are escaped, so that they cannot end it or begin another one. */
function line(kind: string, title: string, message: string, file: string | undefined): string {
  const properties = [...(file === undefined ? [] : [`file=${property(file)}`]), `title=${property(title)}`]
  return `::${kind} ${properties.join(',')}::${data(message)}\n`
}

const data = (text: string): string => printable(text).replaceAll('%', '%25')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The failures and warnings of a run as a code quality report of GitLab, which a merge request shows. */
export function gitlabAnnotations(report: Annotated, file = report.target.name): string {
  const issues = (severity: 'critical' | 'minor', members: readonly ReportedRequirement[]) =>
    members.map(({ id, clause, title, reason }) => ({
      description: printable(`${clause} ${title}: ${shorten(reason, LONGEST)}`),
      check_name: id,
      fingerprint: createHash('sha256').update(`${report.target.name} ${id}`).digest('hex'),
      severity,
      location: { path: file, lines: { begin: 1 } },
    }))
  const all = [
    ...issues('critical', withVerdict(report, 'failed')),
    ...issues('minor', withVerdict(report, 'warned')),
  ]
  return `${JSON.stringify(all, null, 2)}\n`
}

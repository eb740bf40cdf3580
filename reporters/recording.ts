import { breachLines } from './breaches.ts'
import { noBreach } from './conclusion.ts'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report } from './report.ts'
import { styleFor } from './style.ts'

/** Facts about recordings besides breaches. */
export interface RecordingFacts {
  readonly entries: number
  /** How many entries were left out, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
  readonly notes: readonly string[]
  /** How many different secrets the recordings themselves hold. */
  readonly secrets: number
}

const LONGEST = 200

/** The verdict on recordings in one sentence. It never says "conformant": a recording shows a part only. */
export function recordingVerdict({ summary, judged }: Report): string {
  if (summary.failed === 0 || judged.count === 0) return noBreach(judged)
  const extent = `${judged.count} of ${judged.of} statements`
  return `${count(summary.failed, 'statement')} broken in what was recorded: ${extent} were judged`
}

/**
 * The exit code: 0 for no breach, 1 for a breach of a `must`. It is 3 where nothing could be judged or a recording was cut off.
 *
 * @param isCutOff a file ended in the middle
 */
export function recordingExitCode({ summary, judged }: Report, isCutOff: boolean): 0 | 1 | 3 {
  if (summary.failed > 0) return 1
  return judged.count === 0 || isCutOff ? 3 : 0
}

/** One line of JSON for each statement, and the verdict as the last one. */
export function recordingJson(
  report: Report,
  { entries, leftOut, notes, secrets }: RecordingFacts,
  exitCode: number,
): string {
  const { summary, judged, requirements, causes } = report
  const last = {
    ...{ verdict: recordingVerdict(report), exitCode, judged, summary, entries },
    ...{ leftOut: Object.fromEntries(leftOut), notes, secretsInRecording: secrets },
  }
  const statements = requirements.map(({ checks: _, ...one }) => {
    const cause = causes?.find(({ requirements: broken }) => broken.includes(one.id))
    return cause === undefined ? one : { ...one, places: cause.scenarios }
  })
  return [...statements, last].map((one) => `${JSON.stringify(one)}\n`).join('')
}

/** The result for people: breaches with their places, a count of all that could not be judged, and the verdict. */
export function recordingText(
  report: Report,
  { entries, leftOut, notes, secrets }: RecordingFacts,
  { color, verbose }: { readonly color: boolean; readonly verbose: boolean },
): string {
  const style = styleFor(color)
  const left = [...leftOut].map(([reason, number]) => `${number} ${reason}`)
  const lines = [
    `${count(entries, 'recorded request')}${left.length === 0 ? '' : `; left out: ${left.join(', ')}`}`,
    ...notes.map(printable),
    ...breachLines(report, style, undefined, 'place'),
    '',
    ...unjudgedLines(report, verbose),
    ...secretLines(secrets),
    `verdict: ${style(report.summary.failed > 0 ? 'red' : 'green', recordingVerdict(report))}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Statements that could not be judged: counted by reason, and listed where the user asked for it. */
function unjudgedLines({ requirements }: Report, verbose: boolean): readonly string[] {
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised')
  const groups = [
    ...Map.groupBy(open, ({ reason, judgedBy }) => (judgedBy ? DERIVED : reasonWithoutPlace(reason))),
  ]
  const inOrder = groups.toSorted(([, one], [, other]) => other.length - one.length)
  if (inOrder.length === 0) return []
  return [
    `not judged: ${count(open.length, 'statement')}${verbose ? '' : ' (--verbose lists them)'}`,
    ...inOrder.flatMap(([reason, members]) => [
      `  ${String(members.length).padStart(4)}  ${printable(shorten(reason, LONGEST))}`,
      ...(verbose ? members.map(({ id, clause }) => `          ${id} (${clause})`) : []),
    ]),
    '',
  ]
}

const DERIVED = 'judged by statements that are not exercised'

/** A reason ends with the place of its evidence, which differs. */
const reasonWithoutPlace = (reason: string): string => reason.replace(/ \([^()]*\)$/, '')

const secretLines = (secrets: number): readonly string[] =>
  secrets === 0
    ? []
    : [
        `warning: the recording itself holds ${count(secrets, 'secret')} (tokens, keys): do not pass it on. Nothing printed here has them.`,
      ]

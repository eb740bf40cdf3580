import { printable, shorten } from '../printable.ts'
import { count } from '../prose.ts'
import { outcomeStyles, type Style, styleFor } from '../style.ts'
import type { WeighedFailures } from './baseline.ts'
import type { RunComparison, VerdictChange } from './compare.ts'

const LONGEST = 300

/** Describes the changes between two runs, for people. */
export function comparisonText(comparison: RunComparison, options: { readonly color: boolean }): string {
  const style = styleFor(options.color)
  const { notes, newlyFailed, newlyWarned, mended, newlyExercised, noLongerExercised } = comparison
  const changed = [
    ...changes('newly failed', newlyFailed, style),
    ...changes('newly warned', newlyWarned, style),
    ...changes('no longer exercised', noLongerExercised, style, lossOf(comparison)),
    ...changes('mended', mended, style),
    ...changes('newly exercised', newlyExercised, style),
    ...observationLines(comparison, style),
    ...ids('new requirements', comparison.added, style),
    ...ids('requirements that are gone', comparison.removed, style),
  ]
  const lines = [
    ...notes.map((note) => `note: ${printable(note)}`),
    ...unexplainedLines(comparison),
    ...(changed.length === 0 ? ['nothing changed'] : changed),
    ...(comparison.leftOut > 0
      ? ['', `left out of one of the runs by a selection: ${count(comparison.leftOut, 'requirement')}`]
      : []),
  ]
  return `${lines.join('\n').trimStart()}\n`
}

/** Describes, for people, how the failures of a run compare with a baseline. */
export function weighedText({ unknown, known, stale }: WeighedFailures): string {
  const lines = [
    ...stale.map((problem) => `baseline: ${printable(problem)}; take the entry out`),
    `baseline: ${count(known.length, 'failure')} known, ${unknown.length} not known${unknown.length > 0 ? `: ${unknown.join(', ')}` : ''}`,
  ]
  return `${lines.join('\n')}\n`
}

function unexplainedLines({ unexplained }: RunComparison): string[] {
  if (unexplained === undefined) return []
  return unexplained.length === 0
    ? ['every changed verdict is explained by the changelog']
    : [`explained by no entry of the changelog: ${unexplained.join(', ')}`]
}

/** Says how many of what is no longer exercised is lost. */
function lossOf({ lost }: RunComparison): string {
  return lost.length === 0
    ? ''
    : `; ${count(lost.length, 'must requirement')} that can fail unseen now: a regression unless a baseline names them`
}

function changes(title: string, all: readonly VerdictChange[], style: Style, more = ''): string[] {
  if (all.length === 0) return []
  return [
    '',
    style('bold', `${title}: ${count(all.length, 'requirement')}${more}`),
    ...all.flatMap(({ id, clause, title: statement, before, after, reason, entry }) => [
      `  ${style(outcomeStyles[after], after)} ${style('bold', id)} (${clause}, ${before} before): ${printable(statement)}`,
      `    ${printable(shorten(reason, LONGEST))}`,
      ...entryLines(entry),
    ]),
  ]
}

const entryLines = (entry: string | undefined): readonly string[] =>
  entry === undefined ? [] : [`    changelog: ${entry}`]

function observationLines({ observations }: RunComparison, style: Style): string[] {
  if (observations.length === 0) return []
  return [
    '',
    style(
      'bold',
      `changed where the specification says nothing: ${count(observations.length, 'requirement')}`,
    ),
    ...observations.flatMap(({ id, clause, title, before, after, entry }) => [
      `  ${style('bold', id)} (${clause}): ${printable(title)}`,
      ...entryLines(entry),
      ...before
        .filter((what) => !after.includes(what))
        .map((what) => `    before: ${printable(shorten(what, LONGEST))}`),
      ...after
        .filter((what) => !before.includes(what))
        .map((what) => `    now:    ${printable(shorten(what, LONGEST))}`),
    ]),
  ]
}

function ids(title: string, all: readonly string[], style: Style): string[] {
  return all.length === 0 ? [] : ['', style('bold', `${title}: ${all.length}`), `  ${all.join(', ')}`]
}

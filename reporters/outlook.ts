import type { Outlook } from '../conformance/outlook.ts'
import { cannotTell } from '../conformance/verdict.ts'
import { printable } from './printable.ts'
import { count, verdictSentence } from './prose.ts'
import { styleFor } from './style.ts'
import { type Listed, unexercisedLines, WHOLE } from './unexercised.ts'

/** How much a profile lets a run judge. `doctor` and a dry run print the same figures. */
export const judgeableText = ({ count: can, of }: Outlook['judgeable']): string =>
  `the profile lets ${can} of ${count(of, 'requirement')} in force be judged; the target may keep a run from some of them`

/** The text of a dry run for people: the scenarios, the requirements that cannot be exercised, and the limit of both lists. */
export function outlookText(
  { scenarios, lacking, judgeable, unexercised }: Outlook,
  { color, quiet }: { readonly color: boolean; readonly quiet: boolean },
): string {
  const style = styleFor(color)
  const requirements = unexercised.map(({ id, why, key, judgedBy }): Listed => {
    const reason = verdictSentence(cannotTell(why, key))
    return { id, verdict: 'not-exercised', reason, ...(key && { key }), ...(judgedBy && { judgedBy }) }
  })
  const left = lacking === 0 ? '' : `; ${count(lacking, 'other')} would not, for want of a profile key`
  const lines = [
    ...(quiet ? [] : ['', ...scenarios.map(({ id, title }) => printable(`  ${id}: ${title}`))]),
    '',
    `${style('bold', `${count(scenarios.length, 'scenario')} would run`)}${left}`,
    judgeableText(judgeable),
    ...unexercisedLines({ requirements }, style, WHOLE),
    '',
    'nothing was sent: only a run shows what the target prevents and what generated cases do not reach',
  ]
  return `${lines.join('\n')}\n`
}

import { timesOf } from '../conformance/cause.ts'
import type { RunEnd } from '../conformance/events.ts'
import type { Finding, Verdict } from '../conformance/verdict.ts'
import { printable, shorten } from './printable.ts'

const LONGEST = 400

/** One finding as a sentence without its full stop. */
function findingSentence({ expected, observed, at, under }: Finding): string {
  const place = at === undefined ? '' : ` at ${at}`
  const condition = under === undefined ? '' : ` under the condition ${under}`
  const [wanted, seen] = [expected, observed].map((text) => printable(shorten(text, LONGEST)))
  return `expected ${wanted}, observed ${seen}${place}${condition}`
}

/** A verdict as one sentence without its full stop. */
export function verdictSentence(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'passed':
      return shorten(
        verdict.note ?? (verdict.under ? `holds under ${verdict.under.join(', ')}` : 'holds'),
        LONGEST,
      )
    case 'observed':
      return shorten(verdict.what, LONGEST)
    case 'cannot-tell':
      return (
        shorten(verdict.why, LONGEST) + (verdict.key === undefined ? '' : ` (profile key ${verdict.key})`)
      )
    case 'failed': {
      const [first] = verdict.findings
      if (first === undefined) return 'a breach without a finding'
      const more = timesOf(verdict.findings) - 1
      return findingSentence(first) + (more === 0 ? '' : ` (and ${more} more)`)
    }
  }
}

/** `1 requirement`, `2 requirements`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const causes = {
  profile: 'the profile',
  network: 'the network',
  credentials: 'the credentials',
  target: 'the target',
  suite: 'the suite itself',
} as const

/** How a run ended, as a sentence. A run that was killed has no last event, so `end` is undefined. */
export function endSentence(end: RunEnd | undefined): string {
  if (end === undefined) return 'the run was killed before it ended'
  if (end.how === 'completed') return 'the run was completed'
  if (end.how === 'interrupted') return `the run was interrupted (${shorten(end.why, LONGEST)})`
  if (end.how === 'stopped') return `the run ended ${shorten(end.why, LONGEST)}`
  return `the run could not be finished (cause: ${causes[end.cause]}): ${shorten(end.why, LONGEST)}`
}

import { join } from 'node:path'
import type { Finding } from '../conformance/verdict.ts'
import type { ReportedCause } from './causes.ts'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { shellWord } from './shell.ts'
import { outcomeStyles, type Style } from './style.ts'

const MOST_CAUSES = 40
const MOST_OBSERVED = 3
const MOST_NAMES = 4
const LONGEST_TEXT = 300
/** A longer line is no help on a screen; the report has it in full. */
const LONGEST_CURL = 2000

/**
 * Every cause of failures, then of warnings: what was expected and observed, which requirements it breaks, and how to see it
 * again.
 *
 * @param folder of the run, as a path from where the user is
 * @param where the word for what shows a cause
 */
export function breachLines(
  { requirements, causes = [] }: Pick<Report, 'requirements' | 'causes'>,
  style: Style,
  folder?: string,
  where: 'scenario' | 'place' = 'scenario',
): string[] {
  const byId = new Map(requirements.map((one) => [one.id, one]))
  const more = causes.length - MOST_CAUSES
  return [
    ...causes.slice(0, MOST_CAUSES).flatMap((cause) => ['', ...oneCause(cause, byId, style, folder, where)]),
    ...(more > 0 ? ['', `and ${count(more, 'more cause')}, see report.html`] : []),
  ]
}

function oneCause(
  cause: ReportedCause,
  byId: ReadonlyMap<string, ReportedRequirement>,
  style: Style,
  folder: string | undefined,
  where: 'scenario' | 'place',
): string[] {
  const {
    verdict,
    requirements,
    following = [],
    observed,
    differing,
    at,
    under = [],
    odd = [],
    remedies = [],
  } = cause
  const [only] = requirements
  const single = requirements.length === 1 ? byId.get(only ?? '') : undefined
  const word = style(outcomeStyles[verdict], verdict.toUpperCase())
  const head =
    single === undefined
      ? `${word} ${style('bold', count(requirements.length + following.length, 'requirement'))} by one cause`
      : `${word} ${style('bold', single.id)} (${single.clause}): ${printable(single.title)}`
  const breaks = single === undefined ? statements(requirements, byId) : []
  const shown = observed.slice(0, MOST_OBSERVED).map((text) => shorten(text, LONGEST_TEXT))
  return [
    head,
    field('expected', cause.expected),
    ...shown.map((text, index) => {
      const where = index === shown.length - 1 ? placeOf(cause, at) : ''
      return field(index === 0 ? 'observed' : '', `${text}${where}`)
    }),
    ...(differing > shown.length ? [field('', `and ${differing - shown.length} other values`)] : []),
    ...conditions(under).map((text, index) => field(index === 0 ? 'under' : '', text)),
    ...odd
      .slice(0, MOST_OBSERVED)
      .map((finding, index) => field(index === 0 ? 'also' : '', sentence(finding))),
    ...remedies.map((remedy) => field('change', remedy)),
    ...(single?.side === undefined ? [] : [field('by', `the ${single.side}`)]),
    ...breaks.map((text, index) => field(index === 0 ? 'breaks' : '', text)),
    ...(following.length === 0 ? [] : [field('and so', names(following))]),
    field('seen in', seenIn(cause, where)),
    ...(cause.curl === undefined ? [] : [`  ${'curl'.padEnd(9)} ${curlOf(cause.curl)}`]),
    ...(cause.reproduction === undefined ? [] : [`  reproduce ${scriptCommand(cause.reproduction, folder)}`]),
    ...(cause.notReproduced === undefined
      ? []
      : [field('', `no script reproduces it: ${cause.notReproduced}`)]),
    `  ${'again'.padEnd(9)} ${cause.rerun}`,
    field('cause', `${cause.id}, as a baseline names it`),
  ]
}

function placeOf({ place }: ReportedCause, at: readonly string[]): string {
  if (at.length === 0) return ''
  const [first = ''] = at
  return at.length === 1 || place === undefined ? ` (at ${names(at)})` : ` (${place}: ${first}, …)`
}

function conditions(under: readonly string[]): readonly string[] {
  const more = under.length - MOST_OBSERVED
  const shown = under.slice(0, MOST_OBSERVED)
  return more > 0 ? [...shown, `and ${count(more, 'other condition')}`] : shown
}

function statements(ids: readonly string[], byId: ReadonlyMap<string, ReportedRequirement>): string[] {
  const more = ids.length - MOST_NAMES
  return [
    ...ids.slice(0, MOST_NAMES).map((id) => {
      const requirement = byId.get(id)
      if (requirement === undefined) return id
      const by = requirement.side === undefined ? '' : `, by the ${requirement.side}`
      return `${id} (${requirement.clause}${by}): ${requirement.title}`
    }),
    ...(more > 0 ? [`and ${count(more, 'more requirement')}, see report.html`] : []),
  ]
}

/** The command that runs a script of the run, from where the user is. */
const scriptCommand = (script: string, folder: string | undefined): string =>
  `sh ${shellWord([{ text: folder === undefined ? script : join(folder, script) }])}`

/** Where a cause was seen: `bind/ready-quote; 3 findings in 2 scenarios`. */
function seenIn({ scenarios, times }: ReportedCause, where: string): string {
  const findings = times > 1 ? `; ${count(times, 'finding')} in ${count(scenarios.length, where)}` : ''
  return names(scenarios) + findings
}

const sentence = ({ expected, observed, at }: Finding): string =>
  `expected ${shorten(expected, LONGEST_TEXT)}, observed ${shorten(observed, LONGEST_TEXT)}${at === undefined ? '' : ` (at ${at})`}`

function names(all: readonly string[]): string {
  const more = all.length - MOST_NAMES
  return all.slice(0, MOST_NAMES).join(', ') + (more > 0 ? `, and ${more} more` : '')
}

function curlOf(line: string): string {
  return line.length <= LONGEST_CURL ? printable(line) : `(${line.length} characters long, see report.json)`
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(9)} ${printable(shorten(text, 3 * LONGEST_TEXT))}`
}

import { causeKey, causeOf } from '../conformance/cause.ts'
import type { CheckResult, RunEvent, ScenarioFinished } from '../conformance/events.ts'
import { type OpenExplanations, openExplanations } from '../conformance/explained.ts'
import { isBreach } from '../conformance/outcome.ts'
import { causesIn } from './causes.ts'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import { type RunRecord, recorder } from './record.ts'
import { outcomeStyles, styleFor } from './style.ts'

export interface ProgressOptions {
  write(text: string): void
  readonly color: boolean
  /** Width of a terminal, where one line is updated in place; absent: a plain line for each scenario. */
  readonly columns?: number
}

interface Progress {
  add(event: RunEvent): void
  /** Shows work that is not a scenario, for example writing a report. */
  tell(what: string): void
  /** Removes the live line before other output. */
  clear(): void
}

const ERASE_LINE = '\r\u001b[2K'
const LONGEST = 160
/** The part of all scenarios for which a failure waits for its cause at most. What shows most causes is driven first. */
const LONGEST_HELD = 0.1

/**
 * Shows the progress of a run: each cause of a failure, with the requirement that it breaks. A failure that may be a consequence
 * waits for the scenarios that may show its cause. It waits for a part of the run at most.
 */
export function progress(options: ProgressOptions): Progress {
  const { write, columns } = options
  const style = styleFor(options.color)
  const running = new Set<string>()
  const titles = new Map<string, string>()
  const collected = recorder()
  const shown = new Set<string>()
  /** Breaches that are not shown yet, by the key of their cause. */
  const held = new Map<string, CheckResult[]>()
  /** The number of scenarios that had ended when a cause was first seen, by its key. */
  const firstSeen = new Map<string, number>()
  /** Lines of scenarios that name what is not shown yet. */
  const heldLines: (readonly [keys: readonly string[], line: Parameters<typeof line>])[] = []
  const broken = new Set<string>()
  let explanations: OpenExplanations = openExplanations([])
  let total = 0
  let done = 0
  /** Conditions that running scenarios wait for, each with its latest moment. */
  const waits = new Map<string, { readonly what: string; readonly until: string }>()

  const line = (outcome: CheckResult['outcome'], text: string) =>
    write(`${style(outcomeStyles[outcome], outcome.padEnd(13))} ${printable(text)}\n`)
  const keep = (text: string) => {
    if (columns !== undefined) write(ERASE_LINE + printable(text).slice(0, Math.max(columns - 1, 0)))
  }
  const openText = () => (held.size === 0 ? '' : ' (scenarios that may show the cause are still to come)')
  const live = () => {
    const failed = broken.size === 0 ? '' : `, ${count(broken.size, 'requirement')} failed${openText()}`
    const longest = [...waits.values()].sort((a, b) => b.until.localeCompare(a.until))[0]
    const waiting = longest === undefined ? '' : `; awaits ${longest.what} ${untilWhen(longest.until)}`
    const names = running.size === 0 ? '' : `: ${[...running].join(', ')}`
    keep(`${done} of ${total} scenarios finished${failed}${names}${waiting}`)
  }
  const erase = () => {
    if (columns !== undefined) write(ERASE_LINE)
  }
  /** Shows what cannot be a consequence of something that is still to come, or everything. */
  const tell = (isAll = false) => {
    const isClear = ([key, own]: Held) =>
      done - (firstSeen.get(key) ?? 0) >= total * LONGEST_HELD ||
      own.some(({ requirement }) => explanations.of(requirement).length === 0)
    const clear = [...held].filter((one) => isAll || isClear(one))
    // Something that did not happen may follow from anything that was done.
    const isOnlyAbsence = clear.length > 0 && clear.every(([, own]) => isAbsence(own))
    const earlier = isOnlyAbsence ? [...held].filter(([, own]) => !isAbsence(own)) : []
    const fresh = inOrder([...earlier, ...clear], shown.size === 0 ? collected.record() : undefined)
    if (columns === undefined || fresh.length > 0) erase()
    for (const [key, [first, ...more]] of fresh) {
      shown.add(key)
      held.delete(key)
      if (first !== undefined) line(first.outcome, causeText(first, more, titles))
    }
    for (const [keys, text] of heldLines.splice(0))
      if (keys.some((key) => held.has(key))) heldLines.push([keys, text])
      else line(...text)
  }
  const finish = ({ scenario, title, checks }: ScenarioFinished) => {
    const breaches = checks.filter(isBreach)
    for (const { outcome, requirement } of breaches) if (outcome === 'failed') broken.add(requirement)
    for (const [key, own] of Map.groupBy(breaches, keyOf))
      if (!shown.has(key)) {
        held.set(key, [...(held.get(key) ?? []), ...own])
        firstSeen.set(key, firstSeen.get(key) ?? done)
      }
    explanations.ended(scenario)
    const named = ownOf(checks).filter((one) => breaches.includes(one))
    if (columns === undefined) heldLines.push([named.map(keyOf), scenarioLine({ scenario, title, checks })])
    tell()
  }

  return {
    clear: erase,
    tell: (what) => {
      if (columns === undefined) write(`${what}\n`)
      keep(what)
    },
    add: (event) => {
      collected.add(event)
      if (event.type === 'run-started') {
        total = event.scenarios
        explanations = openExplanations(event.requirements)
        for (const { id, title } of event.requirements) titles.set(id, title)
      }
      if (event.type === 'scenario-started') {
        running.add(event.scenario)
        live()
      }
      if (event.type === 'scenario-waiting') {
        waits.set(event.scenario, event)
        if (columns === undefined)
          write(
            `${'waiting'.padEnd(13)} ${printable(event.scenario)}: ${printable(event.what)}, ${untilWhen(event.until)}\n`,
          )
        live()
      }
      if (event.type === 'scenario-finished') {
        running.delete(event.scenario)
        waits.delete(event.scenario)
        done++
        finish(event)
        live()
      }
      if (event.type === 'run-finished') tell(true)
    },
  }
}

/** The time in the user's time zone. */
const untilWhen = (iso: string): string =>
  `until ${new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(new Date(iso))} at the latest`

const keyOf = ({ outcome, verdict }: CheckResult): string => {
  const [first] = verdict.kind === 'failed' ? verdict.findings : []
  return `${outcome} ${first === undefined ? '' : causeKey(first)}`
}

/** A cause that is not shown yet: its key, and the checks that it breaks. */
type Held = readonly [key: string, own: readonly CheckResult[]]

/**
 * Puts causes in the order of the report as far as the run has come. Later ones come with no record: there, something that was done
 * comes before something that did not happen, and the largest breach first.
 */
function inOrder(all: readonly Held[], record: RunRecord | undefined): readonly Held[] {
  const isOrdered = record !== undefined && all.length > 1
  const places = isOrdered ? causesIn(record, brokenIn(record)).map(({ requirements }) => requirements) : []
  const placeOf = ([, own]: Held) => {
    const found = places.findIndex((ids) => own.some(({ requirement }) => ids.includes(requirement)))
    return found === -1 ? places.length : found
  }
  return all.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      rankOf(one[1]) - rankOf(other[1]) ||
      Number(isAbsence(one[1])) - Number(isAbsence(other[1])) ||
      broad(other[1]) - broad(one[1]),
  )
}

/** The requirements that are broken so far. */
function brokenIn({ scenarios }: RunRecord): Parameters<typeof causesIn>[1] {
  const verdicts = new Map<string, 'failed' | 'warned'>()
  for (const { checks } of scenarios)
    for (const { requirement, outcome } of checks)
      if (outcome === 'failed' || (outcome === 'warned' && !verdicts.has(requirement)))
        verdicts.set(requirement, outcome)
  return [...verdicts].map(([id, verdict]) => ({ id, verdict }))
}

const rankOf = ([first]: readonly CheckResult[]): number => (first?.outcome === 'failed' ? 0 : 1)

/** Says whether something did not come or happen. */
function isAbsence([first]: readonly CheckResult[]): boolean {
  const [finding] = first?.verdict.kind === 'failed' ? first.verdict.findings : []
  return finding?.absence === true
}

/** The number of requirements that share a cause. */
const broad = (checks: readonly CheckResult[]): number =>
  new Set(checks.map(({ requirement }) => requirement)).size

/** The requirement that a cause breaks, the number of further ones, and what was expected and observed. */
function causeText(
  { requirement, verdict, scenario }: CheckResult,
  more: readonly CheckResult[],
  titles: ReadonlyMap<string, string>,
): string {
  const [finding] = verdict.kind === 'failed' ? verdict.findings : []
  const others = new Set(more.map((check) => check.requirement).filter((id) => id !== requirement))
  const title = titles.get(requirement)
  const named =
    others.size > 0
      ? `${requirement} and ${others.size} more`
      : [requirement, ...(title === undefined ? [] : [title])].join(': ')
  const found =
    finding === undefined
      ? ''
      : `; expected ${shorten(causeOf(finding).expected, LONGEST)}, observed ${shorten(finding.observed, LONGEST)}`
  const prevented = finding?.absence === true ? '; another breach may have prevented it' : ''
  return `${named}${found} (${scenario})${prevented}`
}

/**
 * A line for a scenario and its own claims. Standing claims are about the target, so their failures are shown by requirement.
 */
function scenarioLine({
  scenario,
  title,
  checks,
}: Pick<ScenarioFinished, 'scenario' | 'title' | 'checks'>): [CheckResult['outcome'], string] {
  const own = ownOf(checks)
  const worst = worstOf(own)
  if (worst !== 'failed' && worst !== 'warned') return [worst, `${scenario}: ${title}`]
  const many = new Set(own.filter(({ outcome }) => outcome === worst).map(({ requirement }) => requirement))
  return [worst, `${scenario}: ${[...many].slice(0, 3).join(', ')}${many.size > 3 ? ', …' : ''}`]
}

/** The checks of a scenario's own claims; all of them where it has none. */
function ownOf(checks: readonly CheckResult[]): readonly CheckResult[] {
  const own = checks.filter(({ standing }) => standing !== true)
  return own.length > 0 ? own : checks
}

function worstOf(checks: readonly CheckResult[]): CheckResult['outcome'] {
  const order = ['failed', 'warned', 'passed', 'observed'] as const
  return order.find((outcome) => checks.some((check) => check.outcome === outcome)) ?? 'not-exercised'
}

import { causeKey, causeOf } from '../conformance/cause.ts'
import type { CheckResult, RunEvent } from '../conformance/events.ts'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
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

type Finished = Extract<RunEvent, { readonly type: 'scenario-finished' }>

/** Shows the progress of a run: each cause of a failure when it is first seen, with the requirement that it breaks. */
export function progress(options: ProgressOptions): Progress {
  const { write, columns } = options
  const style = styleFor(options.color)
  const running = new Set<string>()
  const titles = new Map<string, string>()
  const causes = new Set<string>()
  const broken = new Set<string>()
  let total = 0
  let done = 0
  /** Conditions that running scenarios wait for, each with its latest moment. */
  const waits = new Map<string, { readonly what: string; readonly until: string }>()

  const line = (outcome: CheckResult['outcome'], text: string) =>
    write(`${style(outcomeStyles[outcome], outcome.padEnd(13))} ${printable(text)}\n`)
  const keep = (text: string) => {
    if (columns !== undefined) write(ERASE_LINE + printable(text).slice(0, Math.max(columns - 1, 0)))
  }
  const live = () => {
    const failed = broken.size === 0 ? '' : `, ${count(broken.size, 'requirement')} failed`
    const longest = [...waits.values()].sort((a, b) => b.until.localeCompare(a.until))[0]
    const waiting = longest === undefined ? '' : `; awaits ${longest.what} ${untilWhen(longest.until)}`
    const names = running.size === 0 ? '' : `: ${[...running].join(', ')}`
    keep(`${done} of ${total} scenarios finished${failed}${names}${waiting}`)
  }
  const clear = () => {
    if (columns !== undefined) write(ERASE_LINE)
  }
  const finish = ({ scenario, title, checks }: Finished) => {
    const breaches = checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned')
    for (const { outcome, requirement } of breaches) if (outcome === 'failed') broken.add(requirement)
    // Something that was done comes before something that did not happen, and the largest breach first: the rest may follow.
    const fresh = [...Map.groupBy(breaches, keyOf)]
      .filter(([key]) => !causes.has(key))
      .toSorted(
        ([, one], [, other]) =>
          rankOf(one) - rankOf(other) ||
          Number(isAbsence(one)) - Number(isAbsence(other)) ||
          broad(other) - broad(one),
      )
    for (const [key] of fresh) causes.add(key)
    if (columns === undefined || fresh.length > 0) clear()
    for (const [, [first, ...more]] of fresh)
      if (first !== undefined) line(first.outcome, causeText(first, more, titles))
    if (columns === undefined) line(...scenarioLine({ scenario, title, checks }))
  }

  return {
    clear,
    tell: (what) => {
      if (columns === undefined) write(`${what}\n`)
      keep(what)
    },
    add: (event) => {
      if (event.type === 'run-started') {
        total = event.scenarios
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
}: Pick<Finished, 'scenario' | 'title' | 'checks'>): [CheckResult['outcome'], string] {
  const own = checks.filter(({ standing }) => standing !== true)
  const worst = worstOf(own.length > 0 ? own : checks)
  if (worst !== 'failed' && worst !== 'warned') return [worst, `${scenario}: ${title}`]
  const many = new Set(own.filter(({ outcome }) => outcome === worst).map(({ requirement }) => requirement))
  return [worst, `${scenario}: ${[...many].slice(0, 3).join(', ')}${many.size > 3 ? ', …' : ''}`]
}

function worstOf(checks: readonly CheckResult[]): CheckResult['outcome'] {
  const order = ['failed', 'warned', 'passed', 'observed'] as const
  return order.find((outcome) => checks.some((check) => check.outcome === outcome)) ?? 'not-exercised'
}

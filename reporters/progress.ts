import type { CheckResult, RunEvent } from '../conformance/events.ts'
import { printable } from './printable.ts'
import { looks, styleFor } from './style.ts'

export interface ProgressOptions {
  write(text: string): void
  readonly color: boolean
  /** Width of a terminal on which one line is kept up to date; absent: a plain line for each scenario. */
  readonly columns?: number
}

const ERASE_LINE = '\r\u001b[2K'

/** Shows a run while it goes on. `clear` takes the live line away before something else is written. */
export function progress(options: ProgressOptions): { add(event: RunEvent): void; clear(): void } {
  const { write, columns } = options
  const style = styleFor(options.color)
  const running = new Set<string>()
  let total = 0
  let done = 0
  let failures = 0
  /** Conditions that running scenarios wait for, each with its latest moment. */
  const waits = new Map<string, { readonly what: string; readonly until: string }>()

  const live = () => {
    if (columns === undefined) return
    const failed = failures === 0 ? '' : `, ${failures} failed checks`
    const longest = [...waits.values()].sort((a, b) => b.until.localeCompare(a.until))[0]
    const waiting = longest === undefined ? '' : `; awaits ${longest.what} ${untilWhen(longest.until)}`
    const text = `${done}/${total} scenarios${failed}: ${[...running].join(', ')}${waiting}`
    write(ERASE_LINE + printable(text).slice(0, Math.max(columns - 1, 0)))
  }
  const clear = () => {
    if (columns !== undefined) write(ERASE_LINE)
  }

  return {
    clear,
    add: (event) => {
      if (event.type === 'run-started') total = event.scenarios
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
        const worst = worstOf(event.checks)
        failures += event.checks.filter((check) => check.outcome === 'failed').length
        if (columns === undefined || worst === 'failed' || worst === 'warned') {
          clear()
          write(
            `${style(looks[worst], worst.padEnd(13))} ${printable(event.scenario)}: ${printable(event.title)}\n`,
          )
        }
        live()
      }
    },
  }
}

/** By the user's clock. */
const untilWhen = (iso: string): string =>
  `until ${new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(new Date(iso))} at the latest`

/** Returns the result of a scenario at a glance; standing claims count too. */
function worstOf(checks: readonly CheckResult[]): CheckResult['outcome'] {
  const order = ['failed', 'warned', 'passed', 'observed'] as const
  return order.find((outcome) => checks.some((check) => check.outcome === outcome)) ?? 'not-exercised'
}

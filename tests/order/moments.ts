import type { RunEvent } from '../../conformance/events.ts'
import { isBreach } from '../../conformance/outcome.ts'
import type { Mutant } from '../../targets/sandbox/mutants/index.ts'
import { firstLineOf } from '../headings/first-line.ts'
import { runMutant } from '../headings/record.ts'

/** How much of a run is over: its ended scenarios, their requests, and its CPU time in milliseconds. */
export interface Moment {
  readonly scenarios: number
  readonly requests: number
  readonly time: number
}

export interface Moments {
  /** When a terminal showed the first failure. Absent where it showed none. */
  readonly shown?: Moment & { readonly line: string }
  /** When the first check of a requirement failed that the mutant breaks. Absent where none failed. */
  readonly own?: Moment
}

/** Judges a mutant until its first failures have come, and returns when that was. */
export async function momentsOf(mutant: Mutant): Promise<Moments> {
  const lineAt = firstLineOf()
  const count = counter()
  let shown: Moments['shown']
  let own: Moments['own']
  await runMutant(mutant, (event) => {
    const now = count(event)
    if (event.type === 'scenario-finished')
      if (event.checks.some((check) => isBreach(check) && mutant.kills.includes(check.requirement)))
        own ??= now
    const line = lineAt(event)
    if (line !== undefined) shown = { ...now, line }
    return shown !== undefined && own !== undefined ? 'enough' : undefined
  })
  return { ...(shown && { shown }), ...(own && { own }) }
}

/** Judges the right sandbox and returns the size of the whole run. */
export async function wholeRun(): Promise<Moment> {
  const count = counter()
  let last: Moment = { scenarios: 0, requests: 0, time: 0 }
  await runMutant(undefined, (event) => {
    last = count(event)
  })
  return last
}

/** Takes the events of a run one by one and returns how much of it is over. */
function counter(): (event: RunEvent) => Moment {
  const began = process.cpuUsage()
  let scenarios = 0
  let requests = 0
  return (event) => {
    if (event.type === 'scenario-finished') {
      scenarios++
      requests += event.exchanges.length
    }
    // Other programs change the time on the wall more than this one.
    const { user, system } = process.cpuUsage(began)
    return { scenarios, requests, time: (user + system) / 1000 }
  }
}

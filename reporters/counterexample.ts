import { causeKey } from '../conformance/cause.ts'
import type { ScenarioFinished } from '../conformance/events.ts'
import type { Exchange } from '../conformance/exchange.ts'
import type { Counterexample } from '../conformance/generation.ts'
import { isBreach } from '../conformance/outcome.ts'
import { curlLine } from './curl.ts'
import { printable, shorten } from './printable.ts'
import { count } from './prose.ts'
import type { RunRecord, RunStarted } from './record.ts'
import { shellWord } from './shell.ts'
import type { Style } from './style.ts'

/** The smallest generated case that shows a breach, as it is reported and stored. */
export interface ReportedCounterexample extends Pick<Counterexample, 'scenario' | 'case' | 'steps'> {
  /** The requirements that it breaks. */
  readonly requirements: readonly string[]
  /** The requirements that only generated cases broke: no fixed scenario broke them or had the same cause. */
  readonly alone: readonly string[]
  /** The seed of the run that found it. */
  readonly seed: number
  /** Its requests as shell commands, in order. Of repeated reads that only wait it has the last one. */
  readonly curl: readonly string[]
  /** The file with the case, below the folder of the run, for `--replay`. */
  readonly file: string
}

const MOST_STEPS = 40
const MOST_CURLS = 12
const LONGEST_LINE = 1000
const LONGEST_NAMES = 200

/** Every counterexample of a run. */
export function counterexamplesOf({ scenarios, started }: RunRecord): readonly ReportedCounterexample[] {
  const fixed = scenarios.filter(({ counterexamples = [] }) => counterexamples.length === 0)
  const shown = new Set(fixed.flatMap(({ checks }) => checks.filter(isBreach).flatMap(keysOf)))
  return scenarios.flatMap(({ scenario, checks, exchanges, counterexamples = [] }) =>
    counterexamples.map(({ case: input, steps, exchanges: ids }, index) => {
      const breaches = checks.filter(isBreach)
      const fresh = breaches.filter((check) => keysOf(check).every((key) => !shown.has(key)))
      const own = new Set(ids)
      const name = `${scenario.replaceAll('/', '-')}${index === 0 ? '' : `-${index + 1}`}`
      return {
        scenario,
        requirements: idsOf(breaches),
        alone: idsOf(fresh),
        seed: started.seed,
        steps,
        curl: withoutWaiting(exchanges.filter(({ id }) => own.has(id))).map(curlLine),
        file: `counterexamples/${name}.json`,
        case: input,
      }
    }),
  )
}

/** Keys of a breach: the requirement and the causes. */
const keysOf = ({ requirement, verdict }: ScenarioFinished['checks'][number]): readonly string[] => [
  requirement,
  ...(verdict.kind === 'failed' ? verdict.findings.map(causeKey) : []),
]

const idsOf = (checks: ScenarioFinished['checks']): readonly string[] => [
  ...new Set(checks.map(({ requirement }) => requirement)),
]

/** The exchanges, with only the last one of successive reads of one quote. */
function withoutWaiting(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((one, index) => {
    const next = exchanges[index + 1]
    return one.operation !== 'status' || next?.operation !== 'status' || next.quoteId !== one.quoteId
  })
}

/**
 * Lists each counterexample that tells more than the fixed scenarios: numbered steps, its requests, and the command to run it
 * again.
 */
export function counterexampleLines(
  counterexamples: readonly ReportedCounterexample[],
  started: Pick<RunStarted, 'command'>,
  style: Style,
  folder: string | undefined,
): string[] {
  const telling = counterexamples.filter(
    ({ requirements, alone }) => alone.length > 0 || requirements.length === 0,
  )
  const others = counterexamples.length - telling.length
  const lines = telling.flatMap(({ scenario, alone, steps, curl, file }) => [
    '',
    style(
      'bold',
      // Its scenario broke all of them, which need not be by this case.
      `the smallest case of ${scenario} that breaks ${alone.length > 1 ? 'at least one of ' : ''}${shorten(alone.join(', '), LONGEST_NAMES) || 'a statement'}`,
    ),
    ...steps
      .slice(0, MOST_STEPS)
      .map((step, index) => `  ${index + 1}. ${printable(shorten(step, LONGEST_LINE))}`),
    ...curl
      .filter((line) => line.length <= LONGEST_LINE)
      .slice(0, MOST_CURLS)
      .map((line) => `  ${'curl'.padEnd(9)} ${printable(line)}`),
    ...(folder === undefined
      ? []
      : [`  ${'replay'.padEnd(9)} ${replayCommand(started, `${folder}/${file}`)}`]),
  ])
  if (others === 0) return lines
  const where = folder === undefined ? '' : `: ${printable(folder)}/counterexamples`
  return [...lines, '', `${count(others, 'smallest case')} of what is shown above${where}`]
}

/** The command that runs a stored counterexample again. */
export function replayCommand(
  { command = ['quote-conformance', 'run'] }: Pick<RunStarted, 'command'>,
  file: string,
): string {
  return [...command, '--replay', file].map((text) => shellWord([{ text }])).join(' ')
}

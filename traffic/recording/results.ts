import { usageError } from '../../conformance/errors.ts'
import { runEventIn } from '../../conformance/event-line.ts'
import type { RunEvent } from '../../conformance/events.ts'
import type { Exchange } from '../../conformance/exchange.ts'
import { ENTRY_KINDS, type Ledger } from '../../conformance/ledger.ts'
import type { Arrival } from '../../conformance/ports/webhooks.ts'
import type { Side } from '../../conformance/requirement.ts'
import { linesOf } from './lines.ts'

type Started = Extract<RunEvent, { readonly type: 'run-started' }>

/** The evidence of a scenario is bounded far below it. */
const LONGEST_LINE = 256 * 1024 * 1024

/** The evidence of one scenario of a run. Each has a clock of its own, and often a platform. */
export interface ScenarioLedger {
  readonly side: Side
  readonly scenario: string
  readonly ledger: Ledger
}

/**
 * Reads the evidence of a run from its `results.jsonl`, line by line. A last line that is incomplete because the run was killed is
 * left out.
 *
 * @param place the file, for people
 * @param take receives the evidence of each scenario
 * @throws ConformanceError `USAGE` for a line that is no event of a run
 */
export async function readResults(
  file: string,
  place: string,
  take: (evidence: ScenarioLedger) => void,
): Promise<Started> {
  let started: Started | undefined
  let last = 0
  let broken: number | undefined
  for await (const [number, line] of linesOf(file, LONGEST_LINE)) {
    last = number
    if (broken !== undefined) break
    const event = runEventIn(line)
    if (event === undefined) broken = number
    else if (event.type === 'run-started') started = event
    else if (event.type === 'scenario-finished' && started !== undefined)
      take({ side: started.kind, scenario: event.scenario, ledger: ledgerOf(event, place) })
  }
  if (started === undefined || (broken !== undefined && last > broken))
    throw usageError(`line ${broken ?? 1} of ${file} is no event of a run`)
  return started
}

/** A run records everything that it sends, everything that arrives, and every action of an operator. */
function ledgerOf(
  { exchanges, arrivals }: { readonly exchanges: readonly Exchange[]; readonly arrivals: readonly Arrival[] },
  place: string,
): Ledger {
  const named = (id: string) => `${place} ${id}`
  const rotations = exchanges.filter(({ action }) => action?.name === 'rotate_secret').length
  return {
    exchanges: exchanges.map((one) => ({ ...asFarAsKept(one), id: named(one.id) })),
    arrivals: arrivals.map((one) => ({ ...(rotations > 1 ? withoutDoubt(one) : one), id: named(one.id) })),
    whole: ENTRY_KINDS,
  }
}

/** Of a very long answer only the beginning is stored, so it counts as an answer that is not known. */
export function asFarAsKept({ answer, ...exchange }: Exchange): Exchange {
  return answer === undefined || answer.body.cut === true ? exchange : { ...exchange, answer }
}

/** After several rotations it is open which of the secrets signs in the time of grace (R29). */
const withoutDoubt = (arrival: Arrival): Arrival =>
  arrival.signature.signedWith === 'none' ? { ...arrival, signature: { signedWith: 'unknown' } } : arrival

import type { Measured } from '../../conformance/verdict.ts'

/** The parts of a `report.json` in which timed checks show. */
export interface TimedReport {
  readonly requirements: readonly {
    readonly id: string
    readonly verdict: string
    readonly checks: readonly {
      readonly name: string
      readonly verdict: string
      readonly message: string
      readonly measured?: Measured
    }[]
  }[]
}

/** How the checks of times in a report came out. */
export interface TimedCounts {
  readonly decided: number
  /** Passes that nothing could have failed: the measurement reaches beyond what is allowed. */
  readonly undecidedPasses: readonly string[]
  /** Checks that say themselves that they could not be decided. */
  readonly cannotTell: readonly string[]
  /** Requirements that failed. */
  readonly failed: readonly string[]
}

const IN_WORDS = /(-?\d+) to (-?\d+) ms.*; allowed (-?\d+) to (\d+) ms/

/** Counts by what was measured, as the report has it; reports of earlier versions have it only in words. */
export function countTimed({ requirements }: TimedReport): TimedCounts {
  const timed = requirements.flatMap(({ id, checks }) =>
    checks.flatMap((check) => {
      const measured = check.measured ?? inWords(check.message)
      return measured === undefined ? [] : [{ id, ...check, measured }]
    }),
  )
  const named = (some: typeof timed) => some.map(({ id, name, message }) => `${id} (${name}): ${message}`)
  const passed = timed.filter(({ verdict }) => verdict === 'passed')
  const undecided = passed.filter(({ measured }) => !isInside(measured))
  return {
    decided: timed.filter(({ verdict }) => verdict !== 'not-exercised').length - undecided.length,
    undecidedPasses: named(undecided),
    cannotTell: named(timed.filter(({ verdict }) => verdict === 'not-exercised')),
    failed: requirements.flatMap(({ id, verdict }) => (verdict === 'failed' ? [id] : [])),
  }
}

const isInside = ({ leastMs, mostMs, fromMs = leastMs, toMs = mostMs }: Measured): boolean =>
  leastMs >= fromMs && mostMs <= toMs

function inWords(message: string): Measured | undefined {
  const found = IN_WORDS.exec(message)?.slice(1).map(Number)
  if (found === undefined) return undefined
  const [leastMs = 0, mostMs = 0, fromMs = 0, toMs = 0] = found
  // Nothing comes before its cause: where the earliest moment is zero, only the latest one bounds.
  return { leastMs, mostMs, ...(fromMs > 0 && { fromMs }), toMs }
}

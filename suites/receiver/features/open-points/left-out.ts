import { observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'
import { type Limit, limitText } from '../../vocabulary/rate.ts'

interface Trace {
  readonly elapsedMs: number
  readonly leftOut: Readonly<Record<string, number>>
  /** Absent where the receiver took whatever came. */
  readonly limit?: Limit
}

/** Runs last, and reports which cases were left out because the receiver is slow. */
export const leftOut: ReceiverScenario = scenario<Trace>({
  id: 'observations/left-out',
  alone: true,
  title: 'Cases for which there was no time are named',
  async drive(context) {
    const [{ elapsedMs, leftOut: cases }, { limit }] = [await context.time(), await context.rate()]
    return { elapsedMs, leftOut: cases, ...(limit !== undefined && { limit }) }
  },
  claims: [
    claim('receiver-observe-left-out', (trace) => namedCases(trace)),
    claim('receiver-observe-rate-limit', ({ limit }) => namedLimit(limit)),
  ],
})

function namedCases({ elapsedMs, leftOut: cases }: Trace): Verdict {
  const names = Object.entries(cases).map(([name, count]) => `${count} of the ${name}`)
  return observed(
    names.length === 0
      ? 'nothing was left out'
      : `left out after ${Math.round(elapsedMs / 1000)} s: ${names.join(', ')}`,
  )
}

function namedLimit(limit: Limit | undefined): Verdict {
  if (limit === undefined) return observed('it put no delivery off')
  const { waits, waitedMs } = limit
  return observed(
    `${limitText(limit)}; waits of the run: ${waits}, of ${Math.round(waitedMs / 1000)} s in all`,
  )
}

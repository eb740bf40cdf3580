import { observed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, scenario } from '../../vocabulary/context.ts'

interface Trace {
  readonly elapsedMs: number
  readonly leftOut: Readonly<Record<string, number>>
}

/** Runs last, and reports which cases were left out because the receiver is slow. */
export const leftOut: ReceiverScenario = scenario<Trace>({
  id: 'observations/left-out',
  alone: true,
  title: 'Cases for which there was no time are named',
  async drive(context) {
    const { elapsedMs, leftOut: cases } = await context.time()
    return { elapsedMs, leftOut: cases }
  },
  claims: [claim('receiver-observe-left-out', (trace) => namedCases(trace))],
})

function namedCases({ elapsedMs, leftOut: cases }: Trace): Verdict {
  const names = Object.entries(cases).map(([name, count]) => `${count} of the ${name}`)
  return observed(
    names.length === 0
      ? 'nothing was left out'
      : `left out after ${Math.round(elapsedMs / 1000)} s: ${names.join(', ')}`,
  )
}

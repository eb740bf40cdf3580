import { failed, observed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type ReceiverScenario, sendScenario } from '../../vocabulary/context.ts'
import { goneAfter } from '../../vocabulary/judge/gone.ts'
import type { Outage } from '../../vocabulary/pace/outages.ts'
import { type Limit, limitText } from '../../vocabulary/pace/rate.ts'

interface Trace {
  readonly elapsedMs: number
  readonly leftOut: Readonly<Record<string, number>>
  /** Absent where the receiver took whatever came. */
  readonly limit?: Limit
  /** Absent in traces that an older version of the suite recorded. */
  readonly outages?: readonly Outage[]
}

/** The largest number of findings shown; more would say the same. */
const SHOWN = 5

/** Runs last, and reports which cases were left out because the receiver is slow. */
export const leftOut: ReceiverScenario = sendScenario<Trace>({
  id: 'observations/left-out',
  exclusive: true,
  title: 'Cases that the run had no time for',
  async drive(context) {
    const [{ elapsedMs, leftOut: cases }, { limit }, { all: outages }] = [
      await context.time(),
      await context.rate(),
      await context.outages(),
    ]
    return { elapsedMs, leftOut: cases, ...(limit !== undefined && { limit }), outages }
  },
  claims: [
    claim('receiver-observe-left-out', (trace) => namedCases(trace)),
    claim('receiver-observe-rate-limit', ({ limit }) => namedLimit(limit)),
    claim('receiver-stays-up', ({ outages = [] }) => stayedUp(outages)),
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

const nameOf = ({ isForged, at }: Outage) => {
  const kind = isForged ? 'a forgery' : 'a right delivery'
  return at === undefined ? kind : `${kind}, ${at}`
}

/** One outage may be a chance, such as a new release. */
function stayedUp(outages: readonly Outage[]): Verdict {
  if (outages.length === 0) return passed()
  if (outages.length === 1 && outages[0]?.goneMs !== undefined)
    return observed('the receiver was gone once in the run')
  const shown = outages.slice(0, SHOWN)
  return failed(...shown.map((one) => goneAfter(one, nameOf(one))))
}

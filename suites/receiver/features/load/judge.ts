import type { Exchange } from '../../../../conformance/exchange.ts'
import {
  cannotTell,
  cutOff,
  type Finding,
  failed,
  passed,
  type Verdict,
} from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { answerFinding, inTime, isAccepted } from '../../vocabulary/judge/answer.ts'

const OWN_PACE =
  'load was left out: at its own pace the receiver would still answer when it is over, and no load is stated'

/** The largest number of findings shown; more would say the same. */
const SHOWN = 5

/** Deliveries of a load. */
export interface Load {
  readonly exchanges: readonly Exchange[]
  /** False where a full load would have made a backlog at the receiver's own pace, so that less than a load was sent. */
  readonly isEnough: boolean
}

/** Every delivery of a load is answered with a 2xx in time. The note says how long the answers took. */
export function loadVerdict({ exchanges, isEnough }: Load, spec: Spec): Verdict {
  if (exchanges.length === 0 && isEnough) return cutOff('nothing was sent')
  const findings = exchanges.flatMap((exchange): readonly Finding[] => {
    if (!isAccepted(exchange)) return [answerFinding(exchange, 'a 2xx answer')]
    const time = inTime(exchange, spec)
    return time.kind === 'failed' ? time.findings : []
  })
  const [first] = findings
  if (first === undefined) return isEnough ? passed(timesOf(exchanges)) : cannotTell(OWN_PACE)
  const many = {
    ...first,
    observed: `${first.observed}; ${findings.length} of ${exchanges.length} went wrong`,
  }
  return failed(many, ...findings.slice(1, SHOWN))
}

/** Times from the end of a request to the head of its answer. */
function timesOf(exchanges: readonly Exchange[]): string {
  const times = exchanges
    .flatMap(({ timing }) => (timing?.headMs === undefined ? [] : [timing.headMs - (timing.sentMs ?? 0)]))
    .sort((a, b) => a - b)
  const at = (part: number) => Math.max(0, Math.round(times[Math.floor(part * (times.length - 1))] ?? 0))
  return `${exchanges.length} answered: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, all within ${at(1)} ms`
}

import type { Arrival } from '../../../../../../conformance/ports/webhooks.ts'
import { cannotTell, failed, passed, type Verdict } from '../../../../../../conformance/verdict.ts'
import type { BreakerTrace, ExpectedTypes, OutOfService } from './trace.ts'

export function ifDisabled({ outOfService }: BreakerTrace, judge: (out: OutOfService) => Verdict): Verdict {
  return outOfService === undefined
    ? cannotTell('the endpoint was not taken out of service')
    : judge(outOfService)
}

export function came(arrivals: readonly Arrival[], expected: string): Verdict {
  return arrivals.length > 0
    ? passed()
    : failed({ expected, observed: 'nothing', at: 'endpoint', absence: true })
}

export function cameOfEveryType(events: ExpectedTypes | undefined, where: string): Verdict {
  if (events === undefined) return cannotTell('no policy was made')
  const missing = events.owed.filter((type) => !events.came.includes(type))
  const expected = `${events.owed.join(' and ')} at ${where}`
  return missing.length === 0
    ? passed()
    : failed({ expected, observed: `no ${missing.join(', no ')}`, at: 'endpoint', absence: true })
}

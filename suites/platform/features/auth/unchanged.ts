import type { Exchange } from '../../../../conformance/exchange.ts'
import { all, cannotTell, cutOff, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import type { PlatformContext } from '../../vocabulary/context.ts'
import { succeeded } from '../../vocabulary/judge/answer.ts'
import type { PolledState } from '../../vocabulary/quotes/poll.ts'
import { sameRecord } from '../../vocabulary/quotes/same-record.ts'
import { staysIn } from '../../vocabulary/quotes/same-state.ts'

/** A quote before refused requests and for a while after the last of them: a refused request may still be carried out. */
export interface BeforeAndAfter {
  readonly before: readonly Exchange[]
  readonly after: PolledState
}

/** Reads of quotes before and after refused requests. */
export interface Reads {
  /** Reads each quote once more before the requests: what differs between two such reads moves by itself. */
  before(): Promise<void>
  /** Reads each quote for a while after the requests. */
  after(): Promise<readonly BeforeAndAfter[]>
}

export function readsOf({ api, quotes }: PlatformContext, ids: readonly string[]): Reads {
  const all = ids.map((id) => ({ id, before: [] as Exchange[] }))
  return {
    async before() {
      for (const { id, before } of all) before.push(await api.status(id))
    },
    async after() {
      const around: BeforeAndAfter[] = []
      for (const { id, before } of all) around.push({ before, after: await quotes.stays(id) })
      return around
    },
  }
}

/** Judges that refused requests left a quote as it was (R21). */
export function leftAsItWas(
  { before, after }: BeforeAndAfter,
  sent: readonly Exchange[],
  spec: Spec,
): Verdict {
  const [read] = before
  if (read === undefined) return cutOff('the state of the quote could not be read')
  if (sent.some((exchange) => exchange.answer === undefined)) return cutOff('a refusal did not arrive')
  // An accepted request may change the quote. Other claims judge that it was accepted.
  if (sent.some(succeeded)) return cannotTell('a request was accepted')
  return all([staysIn(read, after), sameRecord(before, after.reads, spec)])
}

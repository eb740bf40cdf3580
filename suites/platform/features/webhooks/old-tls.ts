import type { OldTlsEndpoint } from '../../../../conformance/ports/webhooks.ts'
import { CannotTell, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { attemptsOf } from '../../vocabulary/events/event.ts'

export interface OldTlsTrace {
  readonly old?: ReturnType<OldTlsEndpoint['handshakes']>
  /** Why there is no such endpoint. */
  readonly left?: { readonly why: string; readonly key?: string }
  /** True when the same event came to an endpoint with TLS 1.2 or higher. */
  readonly delivered: boolean
}

/** Checks that a platform does not deliver to a receiver that offers TLS 1.1 at most (5.rule.9). */
export const oldTlsDeliveries: PlatformScenario = scenario<OldTlsTrace>({
  id: 'webhooks/old-tls',
  title: 'An endpoint that offers TLS below 1.2 gets no event',
  needs: [{ offers: 'endpoints' }],
  async drive({ webhooks, quotes, facts }) {
    let old: OldTlsEndpoint
    try {
      old = await webhooks.openWithOldTls(['quote.created'])
    } catch (error) {
      if (!(error instanceof CannotTell)) throw error
      const { message: why, key } = error
      return { delivered: false, left: { why, ...(key !== undefined && { key }) } }
    }
    const usual = await webhooks.open(['quote.created'])
    const quote = await quotes.create('ready_to_bind')
    await webhooks.until(
      () => attemptsOf(quote, usual).length > 0 && old.handshakes().tried > 0,
      facts.timing.rating,
    )
    return { old: old.handshakes(), delivered: attemptsOf(quote, usual).length > 0 }
  },
  claims: [claim('deliveries-use-tls-1-2', isRefused)],
})

/** Judges that the platform refused. It counts only if the platform tried, and delivered to another endpoint. */
function isRefused({ old, left, delivered }: OldTlsTrace): Verdict {
  if (old === undefined) return cannotTell(left?.why ?? 'no such endpoint', left?.key)
  const [version] = old.accepted
  if (version !== undefined)
    return failed({ expected: 'a handshake that is refused', observed: `one with ${version}`, at: 'TLS' })
  if (!delivered) return cannotTell('the event did not reach any other endpoint either')
  return old.tried > 0 ? passed(`${old.tried} handshakes were refused`) : cannotTell('nothing was tried')
}

import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { inForms } from '../../../../generators/forms.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { breach } from './breach.ts'
import { createdEventsOf } from './created-events.ts'

interface Trace {
  /** The events of the quote; undefined where the submission made none. */
  readonly arrivals: readonly Arrival[] | undefined
}

/** Checks that a signature covers the bytes of a body with non-ASCII text (6.signature.1). */
export const nonAsciiDelivery: PlatformScenario = scenario<Trace>({
  id: 'webhooks/non-ascii',
  title: 'The event of a customer whose name goes beyond ASCII verifies',
  needs: [{ offers: 'webhooks' }],
  async drive(context) {
    const submission = inForms(context.quotes.submission('ready_to_bind'), ['beyond-ascii'], context.spec)
    return { arrivals: await createdEventsOf(context, submission) }
  },
  claims: [claim('signature-covers-non-ascii', verifies)],
})

export function verifies({ arrivals }: Trace): Verdict {
  if (arrivals === undefined) return cannotTell('a name beyond ASCII is not taken')
  if (arrivals.length === 0) return cutOff('no event of the quote arrived')
  // Bytes that are not valid UTF-8 are judged too.
  const beyond = arrivals.filter(({ body }) => body === undefined || [...body].some(isBeyondAscii))
  if (beyond.length === 0) return cannotTell('deliveries carry no letter beyond ASCII as it is')
  const wrong = beyond.find(({ signature }) => signature.signedWith === 'none')
  return wrong === undefined
    ? passed(`${beyond.length} deliveries with such letters`)
    : breach(
        wrong,
        'a signature over the bytes',
        wrong.signature.diagnosis ?? 'another value',
        'x-platform-signature',
      )
}

const isBeyondAscii = (letter: string): boolean => (letter.codePointAt(0) ?? 0) > 0x7f

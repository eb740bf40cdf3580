import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { breach } from '../../vocabulary/events/breach.ts'
import { createdEventsOf } from './created-events.ts'

interface Trace {
  /** The events of the quote; undefined where the submission made none. */
  readonly arrivals: readonly Arrival[] | undefined
}

/** Appended many times to a name, so that the body is longer than usual buffers. */
const FURTHER = ' and Partners'
const TIMES = 800
/** Length of a body that exceeds such buffers, in letters. */
const LONG = 8192

/** Checks that a signature covers a very long body as a whole (6.signature.1). */
export const longDelivery: PlatformScenario = scenario<Trace>({
  id: 'webhooks/long-delivery',
  title: 'The event of a customer with a very long name verifies',
  needs: [{ offers: 'webhooks' }],
  async drive(context) {
    const usual = context.quotes.submission('ready_to_bind')
    const name = `${String(usual.insured_name)}${FURTHER.repeat(TIMES)}`
    return { arrivals: await createdEventsOf(context, { ...usual, insured_name: name }) }
  },
  claims: [claim('signature-verifies', verifies, 'of a long body')],
})

function verifies({ arrivals }: Trace): Verdict {
  // How long a name may be is not shown.
  if (arrivals === undefined) return cannotTell('a name of so many letters is not taken')
  const isLong = arrivals.some(({ body = '' }) => body.length > LONG)
  if (!isLong) return cannotTell('no event with the whole name arrived')
  const wrong = arrivals.find(({ signature }) => signature.signedWith === 'none')
  if (wrong === undefined) return passed(`${arrivals.length} deliveries`)
  const seen = wrong.signature.diagnosis ?? 'another value'
  return breach(wrong, 'a signature over the whole body', seen, 'x-platform-signature')
}

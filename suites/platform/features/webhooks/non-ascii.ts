import type { Arrival } from '../../../../conformance/ports/webhooks.ts'
import { cannotTell, cutOff, passed, type Verdict } from '../../../../conformance/verdict.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isObject } from '../../vocabulary/judge/json.ts'
import { quoteIdOf } from '../../vocabulary/quotes/record.ts'
import { breach } from './breach.ts'
import { quoteIdIn } from './event.ts'

interface Trace {
  /** The events of the quote; undefined where the submission made none. */
  readonly arrivals?: readonly Arrival[]
}

/** Letters of two, three and four bytes. */
export const LETTERS = 'Zoë Ærøskøbing 株式会社 𠮷'

/** A signature is over bytes, not over characters (6.signature.1). */
export const nonAsciiDelivery: PlatformScenario = scenario<Trace>({
  id: 'webhooks/non-ascii',
  title: 'The event of a customer whose name goes beyond ASCII verifies',
  needs: [{ offers: 'webhooks' }],
  async drive({ api, quotes, webhooks, facts }) {
    const endpoint = await webhooks.open(['quote.created'])
    const submission = quotes.submission('ready_to_bind')
    const contact = isObject(submission.insured_contact) ? submission.insured_contact : {}
    const answer = await api.submit({
      ...submission,
      insured_name: `${String(submission.insured_name)} ${LETTERS}`,
      insured_contact: { ...contact, first_name: LETTERS },
    })
    const id = quoteIdOf(answer)
    if (id === undefined) return {}
    const own = () => endpoint.arrivals().filter((arrival) => quoteIdIn(arrival) === id.toLowerCase())
    await webhooks.until(() => own().length > 0, facts.timing.rating)
    return { arrivals: own() }
  },
  claims: [claim('signature-covers-non-ascii', verifies)],
})

export function verifies({ arrivals }: Trace): Verdict {
  if (arrivals === undefined) return cannotTell('a name beyond ASCII is not taken')
  if (arrivals.length === 0) return cutOff('no event of the quote arrived')
  // Bytes that are no text at all are a breach too: JSON is UTF-8.
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

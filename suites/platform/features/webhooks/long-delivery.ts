import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { createdEventsOf } from './created-events.ts'

/** Appended many times to a name, so that the body is longer than usual buffers. How long a name may be is not shown. */
const FURTHER = ' and Partners'
const TIMES = 800

/** Causes events whose bodies are very long. Statements judge that their signatures cover them as a whole (6.signature.1). */
export const longDelivery: PlatformScenario = scenario({
  id: 'webhooks/long-delivery',
  title: 'The event of a customer with a very long name verifies',
  needs: [{ offers: 'webhooks' }],
  shows: ['signature-verifies'],
  async drive(context) {
    const usual = context.quotes.submission('ready_to_bind')
    const name = `${String(usual.insured_name)}${FURTHER.repeat(TIMES)}`
    await createdEventsOf(context, { ...usual, insured_name: name })
  },
  claims: [],
})

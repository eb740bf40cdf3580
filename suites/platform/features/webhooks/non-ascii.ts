import { inForms } from '../../../../generators/forms.ts'
import { type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { createdEventsOf } from './created-events.ts'

/** Causes events whose bodies have letters beyond ASCII. Statements judge their signatures (6.signature.1). */
export const nonAsciiDelivery: PlatformScenario = scenario({
  id: 'webhooks/non-ascii',
  title: 'The event of a customer whose name goes beyond ASCII verifies',
  needs: [{ offers: 'webhooks' }],
  async drive(context) {
    await createdEventsOf(
      context,
      inForms(context.quotes.submission('ready_to_bind'), ['beyond-ascii'], context.spec),
    )
  },
  claims: [],
})

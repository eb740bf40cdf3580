import type { SuiteViews } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/index.ts'
import { seenDeliveries } from './deliveries.ts'
import { seenDocuments } from './documents.ts'
import { seenRefusals, seenTransitions } from './lifecycle.ts'
import { viewTables } from './tables.ts'

/** Data about states, documents and deliveries for the drawings of a page. */
export const platformViews: SuiteViews<Spec> = {
  tables: (spec, { deliverySlackMs }) => viewTables(spec, deliverySlackMs ?? spec.delivery.tolerance.late.ms),
  seen: ({ spec, tables, exchanges, arrivals }) => ({
    transitions: seenTransitions(exchanges, spec.lifecycle),
    refusals: seenRefusals(exchanges, spec),
    documents: seenDocuments(exchanges),
    deliveries: seenDeliveries(arrivals, spec.delivery, tables),
  }),
}

import type { Platform } from '../platform.ts'
import type { Quote } from '../quotes/quote.ts'
import type { EventRules } from './rules.ts'

const PRODUCT = 'Cyber Insurance'

const customerOf = ({ submission, contact }: Quote) => ({
  name: submission.insured_name,
  email: contact.email ?? submission.broker_email,
})

export const standardEvents: EventRules<Platform> = {
  payloads: {
    'quote.created': (quote, { behaviour }) => ({
      quoteId: quote.id,
      partnerId: quote.partnerId,
      customer: customerOf(quote),
      product: PRODUCT,
      requestedDate: behaviour.formats.date(quote.createdAt),
      status: quote.status,
    }),
    'quote.proposalReady': (quote) => ({ quoteId: quote.id, partnerId: quote.partnerId }),
    'policy.created': (quote) => ({
      policyId: quote.policyId,
      partnerId: quote.partnerId,
      customer: customerOf(quote),
      product: PRODUCT,
      effectiveDate: quote.submission.effective_date,
      status: quote.status,
    }),
    'broker.added': (broker, { behaviour }) => ({
      brokerId: broker.id,
      brokerageName: broker.brokerageName,
      contact: { name: broker.brokerageName, email: broker.email },
      licensedStates: broker.licensedStates,
      addedDate: behaviour.formats.date(broker.addedAt),
    }),
  },
  body: ({ type, at, brokerageId, data }, { behaviour }) => ({
    type,
    timestamp: behaviour.formats.timestamp(at),
    brokerageId,
    data,
  }),
  made(type, subject, platform) {
    const { behaviour, clock, directory } = platform
    const at = clock.now()
    const partnerId = 'partnerId' in subject ? subject.partnerId : undefined
    const partner = partnerId === undefined ? undefined : directory.partners.get(partnerId)
    const brokerageId = partner?.brokerageId ?? ('brokerageName' in subject ? subject.id : '')
    const data = behaviour.events.payloads[type](subject, platform)
    const body = behaviour.events.body({ type, at, brokerageId, data }, platform)
    return [
      {
        id: behaviour.ids.event(platform),
        type,
        at,
        body,
        ...(partnerId === undefined ? {} : { partnerId }),
      },
    ]
  },
}

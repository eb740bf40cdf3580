import type { EventBody } from '../../../../generators/events.ts'

/** Returns the event of the usual or another brokerage: a partner may have several (6.payload). */
export const ofBrokerage = (body: EventBody, { brokerage }: { brokerage: 'usual' | 'another' }): EventBody =>
  brokerage === 'usual' ? body : { ...body, brokerageId: `${body.brokerageId}-2` }

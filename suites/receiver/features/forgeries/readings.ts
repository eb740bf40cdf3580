import type { ReceiverContext } from '../../vocabulary/context.ts'
import { readingsOf } from '../../vocabulary/readings/index.ts'
import type { Forged, Forgery } from './forgery.ts'

/** Only the names and the order of the readings are taken from it. */
const NOTHING = { type: '', timestamp: '', brokerageId: '', data: {} }

const drafted =
  (index: number) =>
  ({ draft, event }: ReceiverContext): Forged => {
    const reading = readingsOf(event('quote.created'))[index]
    if (reading === undefined) throw new RangeError(`there is no reading ${index}`)
    const { plain, other, contentType } = reading
    const changes = { body: other, ...(contentType !== undefined && { contentType }) }
    return { ...draft('quote.created', { body: plain }), changes }
  }

/** A body that a lossy reading cannot tell from the one that was signed. */
export const readForgeries: readonly Forgery[] = readingsOf(NOTHING).map(({ name }, index) => ({
  requirement: 'receiver-refuses-changed-body',
  name: `as if read with ${name}`,
  draft: drafted(index),
  isBrief: true,
  ...(index > 0 && { variant: true }),
  // Another scenario judges the right deliveries in all notations.
  isOpen: true,
  forge: ({ changes = {} }) => changes,
}))

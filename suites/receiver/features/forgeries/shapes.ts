import type { EventBody } from '../../../../generators/events.ts'
import type { EventType } from '../../../../spec/delivery.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Forgery } from './forgery.ts'

type Shape = Pick<Forgery, 'draft' | 'framing' | 'isOpen'>

const bodied =
  (type: EventType, write: (body: EventBody) => string) =>
  ({ draft, event }: ReceiverContext) =>
    draft(type, { body: write(event(type)) })

function ofSize(kilobytes: number): Shape {
  const blanks = ' '.repeat(kilobytes * 1024)
  return {
    draft: bodied('quote.created', (body) => JSON.stringify(body).replace('"data":', `"data":${blanks}`)),
    ...(kilobytes > 64 && { isOpen: true }),
  }
}

/** Events and framings that may take another path through a receiver's code. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'of a name in many scripts': {
    draft: bodied('policy.created', (body) => JSON.stringify(body).replace('Acme', 'Müller 保険 🛡️')),
  },
  'of a broker without states': {
    draft: bodied('broker.added', (body) =>
      JSON.stringify({ ...body, data: { ...body.data, licensedStates: [] } }),
    ),
  },
  'of an indented body': { draft: bodied('quote.created', (body) => JSON.stringify(body, null, 2)) },
  'of an unknown type': {
    draft: bodied('quote.created', (body) => JSON.stringify({ ...body, type: 'quote.reviewed' })),
    isOpen: true,
  },
  'of an event with further fields': {
    draft: bodied('quote.created', (body) => JSON.stringify({ ...body, test: true })),
    isOpen: true,
  },
  'of a body without a type': {
    draft: bodied('quote.created', ({ data }) => JSON.stringify({ data })),
    isOpen: true,
  },
  'of a list of events': {
    draft: bodied('quote.created', (body) => JSON.stringify([body, body])),
    isOpen: true,
  },
  'of an empty object': { draft: bodied('quote.created', () => '{}'), isOpen: true },
  'of an empty body': { draft: bodied('quote.created', () => ''), isOpen: true },
  'of a body that is no JSON': { draft: bodied('quote.created', () => 'quote.created'), isOpen: true },
  ...Object.fromEntries(
    // Just above the usual sizes of buffers and limits.
    [9, 17, 70, 150, 300].map((kilobytes) => [`of a body of ${kilobytes} kB`, ofSize(kilobytes)]),
  ),
  'of a body in chunks': { framing: 'chunked', isOpen: true },
  'of a body after 100-continue': { framing: 'continue', isOpen: true },
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Got } from '../fake.ts'
import { type Defect, json, objecting } from './defect.ts'

const FRAMING = 'framing/framing'
const CONTENT = 'deliveries/content'

const breaking = (when: (got: Got) => boolean): Defect['changes'] => ({
  objects: (got) => (when(got) ? 500 : undefined),
})
function firstOnConnection(): (got: Got) => string {
  const ids = new WeakMap<object, string>()
  return ({ connection, id }) => {
    const first = ids.get(connection) ?? id
    ids.set(connection, first)
    return first
  }
}

function behindChunks(): (got: Got) => boolean {
  const chunked = new WeakSet<object>()
  return ({ connection, headers }) => {
    if (headers['transfer-encoding'] === undefined) return chunked.has(connection)
    chunked.add(connection)
    return false
  }
}

function behindUnread(): NonNullable<Defect['changes']['first']> {
  const unread = new WeakSet<object>()
  return ({ connection, headers }) => {
    if (unread.delete(connection)) return 400
    if (headers['x-platform-signature'] === undefined) unread.add(connection)
    return undefined
  }
}

function onceOnEach(): NonNullable<Defect['changes']['write']> {
  const answered = new WeakSet<object>()
  return (response, status, { connection }) => {
    if (answered.has(connection)) return
    answered.add(connection)
    response.writeHead(status).end()
  }
}

const data = ({ body }: Got) => json(body).data as Record<string, unknown>

/** Defects with the transport of a body, and with field values. */
export const transportDefects: Readonly<Record<string, Defect>> = {
  'decodes each piece of a body by itself': {
    changes: { gather: (pieces) => Buffer.from(pieces.map((piece) => piece.toString('utf8')).join('')) },
    in: FRAMING,
    finds: ['receiver-verifies-cut-characters'],
  },
  'reads one piece of a body': {
    changes: { gather: ([first]) => first ?? Buffer.alloc(0) },
    in: FRAMING,
    finds: ['receiver-accepts-pieces'],
  },
  'takes a body that is late for an empty one': {
    changes: {
      gather: (pieces, [first = 0]) => (first > 100 ? Buffer.alloc(0) : Buffer.concat(pieces)),
    },
    in: FRAMING,
    finds: ['receiver-accepts-pieces'],
  },
  'refuses a body in chunks': {
    changes: { first: ({ headers }) => (headers['transfer-encoding'] === undefined ? undefined : 400) },
    in: FRAMING,
    finds: ['receiver-accepts-chunks'],
  },
  'wants a Content-Length': {
    changes: { first: ({ headers }) => (headers['content-length'] === undefined ? 411 : undefined) },
    in: FRAMING,
    finds: ['receiver-accepts-chunks'],
  },
  'expects chunks on a connection that had some': {
    changes: breaking(behindChunks()),
    in: FRAMING,
    finds: ['receiver-accepts-a-kept-connection'],
  },
  'leaves the body of what it refuses by its headers before the next delivery': {
    changes: { first: behindUnread() },
    in: 'forgeries/over-one-connection',
    finds: ['receiver-accepts-a-kept-connection'],
  },
  'answers one delivery on a connection': {
    changes: { write: onceOnEach() },
    in: FRAMING,
    finds: ['receiver-accepts-a-kept-connection'],
  },
  'knows header names as stated, small and in capitals': {
    changes: objecting(
      ({ headerNames }) => !['Event-ID', 'event-id', 'EVENT-ID'].some((name) => headerNames.includes(name)),
    ),
    in: 'deliveries/open',
    finds: ['receiver-accepts-any-header-case'],
  },
  'knows headers only as the specification writes them': {
    changes: objecting(({ headerNames }) => !headerNames.includes('Event-ID')),
    in: 'deliveries/open',
    finds: ['receiver-accepts-any-header-case'],
  },
  'knows the header of its Timestamp only as the specification writes it': {
    changes: objecting(({ headerNames }) => !headerNames.includes('Timestamp')),
    in: 'deliveries/ways',
    finds: ['receiver-accepts-any-header-case'],
    spares: ['receiver-accepts-the-previous-secret', 'receiver-accepts-chunks'],
    under: 'exactly the deliveries with all header names in small letters, or all in capitals',
  },
  'tells events apart by a header as it is written': {
    changes: { identity: ({ id, headerNames }) => (headerNames.includes('Event-ID') ? id : '') },
    in: 'deliveries/open',
    finds: ['receiver-processes-each-event'],
  },
  'signs headers in the order in which they come': {
    changes: {
      signed: ({ id, timestamp, body, headerNames }) => {
        const names = headerNames.map((name) => name.toLowerCase())
        const parts =
          names.indexOf('event-id') < names.indexOf('timestamp') ? [id, timestamp] : [timestamp, id]
        return Buffer.concat([Buffer.from(`${parts.join('.')}.`, 'latin1'), body])
      },
    },
    in: 'deliveries/open',
    finds: ['receiver-accepts-any-header-order'],
  },
  'refuses more than 16 kB': {
    changes: { first: ({ body }) => (body.length > 16 * 1024 ? 413 : undefined) },
    in: CONTENT,
    finds: ['receiver-accepts-a-body-over-16-kb'],
  },
  'refuses more than 50 kB': {
    changes: { first: ({ body }) => (body.length > 50_000 ? 413 : undefined) },
    in: CONTENT,
    finds: ['receiver-accepts-a-body-over-16-kb'],
  },
  'gives up its work where the sender leaves, and knows the event nevertheless': {
    changes: {
      async work({ connection }, process) {
        await pause(200)
        if (!connection.destroyed) process()
      },
    },
    in: 'repeats/broken-attempt',
    finds: ['receiver-processes-each-event'],
  },
  'forgets the event where the sender leaves, and not its work': {
    changes: {
      async work({ connection, id }, process, { known }) {
        await pause(200)
        process()
        if (connection.destroyed) known.splice(known.indexOf(id), 1)
      },
    },
    in: 'repeats/broken-attempt',
    finds: ['receiver-processes-each-event'],
  },
  'serves one connection and keeps it': {
    changes: { oneConnection: true, keepAliveMs: 0 },
    in: 'framing/idle-connection',
    finds: ['receiver-serves-beside-an-idle-connection'],
  },
  'breaks at an empty list': {
    changes: breaking((got) => Array.isArray(data(got).licensedStates) && !`${data(got).licensedStates}`),
    in: CONTENT,
    finds: ['receiver-accepts-an-empty-list'],
  },
  'breaks at a status of a policy that it does not know': {
    changes: breaking((got) => json(got.body).type === 'policy.created' && data(got).status !== 'issued'),
    in: CONTENT,
    finds: ['receiver-accepts-any-status'],
  },
  'breaks at a status of a quote that it does not know': {
    changes: breaking(
      (got) => json(got.body).type === 'quote.created' && data(got).status !== 'ready_to_bind',
    ),
    in: CONTENT,
    finds: ['receiver-accepts-any-status'],
  },
  'wants a UUID for a quote': {
    changes: objecting((got) => 'quoteId' in data(got) && !/^[0-9a-f-]{36}$/.test(String(data(got).quoteId))),
    in: CONTENT,
    finds: ['receiver-accepts-texts-of-any-form'],
  },
  'wants milliseconds in the body': {
    changes: objecting(({ body }) => !/\.\d{3}Z$/.test(String(json(body).timestamp))),
    in: CONTENT,
    finds: ['receiver-accepts-body-timestamps-of-any-form'],
  },
  'takes every delivery on a connection for the first one': {
    changes: { identity: firstOnConnection() },
    in: ['framing/framing', 'repeats/whole-run'],
    finds: ['receiver-processes-each-event'],
  },
  'refuses headers of tracing': {
    changes: { objects: ({ headers }) => (headers.traceparent === undefined ? undefined : 400) },
    in: 'deliveries/open',
    finds: [],
    warns: ['receiver-accepts-further-headers'],
  },
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Got, State } from '../fake.ts'
import { type Defect, joined, json, over, typeIs, verifying } from './defect.ts'

const SIGNATURES = 'forgeries/signatures'
const PARTS = 'forgeries/parts'
const REPEATS = 'repeats/one-after-the-other'

const isPolicy = typeIs('policy.created')
const text = ({ body }: Got) => body.toString('utf8')
const hasForeignName = (got: Got) => /[^ -~\s]/.test(text(got))

/** Counts how often each name has come. */
function counting(): (name: string) => number {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
}

/** Stores an Event-ID before a slow verification, and meanwhile takes every delivery with that id for a repeat. */
function inWork(): Defect['changes'] {
  const ids = new Set<string>()
  return {
    async first({ id, signature }) {
      if (ids.has(id)) return signature.startsWith('0'.repeat(8)) ? 401 : 200
      ids.add(id)
      await pause(200)
      ids.delete(id)
      return undefined
    },
  }
}

/** Defects that show only under a condition: an event type, a kind of text, a place in a sequence. */
export const conditionDefects: Readonly<Record<string, Defect>> = {
  'takes a signature that is not ASCII, since comparing it throws': {
    changes: verifying((got, check) => /[^\0-\x7f]/.test(got.signature) || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-non-hex-signature'],
  },
  'takes an odd number of digits, since decoding them throws': {
    changes: verifying((got, check) => got.signature.length % 2 === 1 || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-truncated-signature', 'receiver-refuses-non-hex-signature'],
  },
  'takes two signatures': {
    changes: verifying((got, check) => got.signature.includes(',') || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'takes forged brokers': {
    changes: verifying((got, check) => typeIs('broker.added')(got) || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-missing-signature'],
  },
  'takes policies without a signature': {
    changes: verifying((got, check) => (got.signature === '' && isPolicy(got)) || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-missing-signature'],
  },
  'verifies no names beyond ASCII': {
    changes: verifying((got, check) => hasForeignName(got) || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'verifies bodies of the usual media type only': {
    changes: verifying((got, check) => got.headers['content-type'] !== 'application/json' || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'verifies no large bodies': {
    changes: verifying((got, check) => got.body.length > 65_536 || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'verifies no body over 100 kB': {
    changes: verifying((got, check) => got.body.length > 102_400 || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'verifies nothing more on a connection that was right once': {
    changes: onceTrusted(({ connection }) => connection),
    in: 'forgeries/over-one-connection',
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-missing-signature'],
  },
  'remembers signatures that were right': {
    changes: onceTrusted(({ signature, body }) => `${signature} ${body}`),
    in: PARTS,
    finds: ['receiver-refuses-changed-event-id', 'receiver-refuses-changed-timestamp'],
  },
  'verifies over the Event-ID in small letters': {
    changes: {
      signed: ({ id, timestamp, body }) => joined(`${id.toLowerCase()}.${timestamp}.`, body),
    },
    in: PARTS,
    finds: ['receiver-refuses-changed-event-id'],
  },
  'verifies without the bytes that are no UTF-8': {
    changes: over((body) => body.toString('utf8').replaceAll('\ufffd', '')),
    in: PARTS,
    finds: ['receiver-refuses-changed-body'],
  },
  'tells events apart by ids and bodies': {
    changes: { identity: ({ id, body }) => `${id} ${body}` },
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'verifies no bodies in chunks': {
    changes: verifying((got, check) => got.headers['transfer-encoding'] === 'chunked' || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'verifies no empty body': {
    changes: verifying((got, check) => got.body.length === 0 || check(got)),
    in: PARTS,
    finds: ['receiver-refuses-changed-body'],
  },
  'takes a right delivery beside a forgery for a repeat': {
    changes: inWork(),
    in: 'repeats/together',
    finds: ['receiver-forgery-poisons-nothing'],
  },
  'takes a forgery that comes again': {
    changes: afterRefusal(),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'processes the second repeat': {
    changes: everyThird(),
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'processes repeats of policies': {
    changes: {
      knows: (identity, { known }) => known.includes(identity) && !identity.startsWith('policy'),
      identity: (got) => `${isPolicy(got) ? 'policy' : ''}${got.id}`,
    },
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'forgets everything when another type comes': {
    changes: forgetting((got, last) => json(got.body).type !== last),
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'forgets an event of which a forgery comes': {
    changes: {
      verifies: (got, check) => {
        const isRight = check(got)
        if (!isRight) forged.add(got.id)
        return isRight
      },
      knows: (identity, { known }) => known.includes(identity) && !forged.delete(identity),
    },
    in: 'generated/histories',
    finds: ['receiver-processes-once'],
  },
  'tells events apart by their quotes': {
    changes: {
      identity: ({ id, body }) => String((json(body).data as Record<string, unknown>).quoteId ?? id),
    },
    in: 'deliveries/events',
    finds: ['receiver-processes-distinct-events-alike'],
  },
  'tells events apart by their Timestamps': {
    changes: { identity: ({ timestamp }) => timestamp },
    in: ['deliveries/events', REPEATS],
    finds: ['receiver-processes-once'],
  },
  'remembers the last 1024 events': {
    changes: { knows: (identity, { known }) => known.slice(-1024).includes(identity) },
    in: 'repeats/after-many-others',
    finds: ['receiver-processes-once-after-many-others'],
  },
  'processes copies of policies that come together': {
    changes: {
      knows: (identity, { known, processed }) =>
        known.includes(identity) ? processed.includes(identity) : false,
      work: async (got, process) => {
        if (isPolicy(got)) await pause(60)
        process()
      },
    },
    in: 'repeats/together',
    finds: ['receiver-processes-concurrent-repeats-once'],
  },
  'processes what comes in chunks twice': {
    changes: {
      work: ({ headers }, process) => {
        process()
        if (headers['transfer-encoding'] === 'chunked') process()
      },
    },
    in: ['framing/framing', 'repeats/whole-run'],
    finds: ['receiver-processes-once'],
  },
  'sends policies elsewhere': {
    changes: { objects: (got) => (isPolicy(got) ? 302 : undefined) },
    in: 'deliveries/events',
    finds: ['receiver-accepts-policy-created'],
  },
}

const forged = new Set<string>()

/** Accepts every delivery that resembles one that was right. */
function onceTrusted(likeness: (got: Got) => unknown): Defect['changes'] {
  const trusted = new Set<unknown>()
  return verifying((got, check) => {
    if (trusted.has(likeness(got))) return true
    const isRight = check(got)
    if (isRight) trusted.add(likeness(got))
    return isRight
  })
}

function afterRefusal(): Defect['changes'] {
  const seen = counting()
  return verifying((got, check) => check(got) || seen(got.id) > 1)
}

function everyThird(): Defect['changes'] {
  const seen = counting()
  return { knows: (identity, { known }) => known.includes(identity) && seen(identity) !== 2 }
}

function forgetting(when: (got: Got, last: unknown) => boolean): Defect['changes'] {
  let last: unknown
  return {
    first(got: Got, { known }: State) {
      if (when(got, last)) known.length = 0
      last = json(got.body).type
      return undefined
    },
  }
}

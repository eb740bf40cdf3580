import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Behaviour, type Got, right, SECRETS } from './fake.ts'

/** A receiver with one thing wrong. */
export interface Defect {
  readonly changes: Partial<Behaviour>
  /** Where it shows. */
  readonly in: string
  /** The requirements that must be found broken by it, in the order of the report. */
  readonly finds: readonly string[]
}

const SIGNATURES = 'forgeries/signatures'
const PARTS = 'forgeries/parts'
const RECIPES = 'forgeries/recipes'
const REPEATS = 'repeats/one-after-the-other'

const json = (body: Buffer): Record<string, unknown> => JSON.parse(body.toString('utf8'))
const joined = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const over = (change: (body: Buffer) => Buffer | string): Partial<Behaviour> => ({
  signed: ({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, Buffer.from(change(body))),
})
/** Also takes what is signed over something else. */
const also = (text: (got: Got) => Buffer, hash = 'sha256'): Partial<Behaviour> => ({
  matches: (given, wanted, got) =>
    given === wanted || given === createHmac(hash, SECRETS.own).update(text(got)).digest('hex'),
})
const matching = (matches: Behaviour['matches']): Partial<Behaviour> => ({ matches })
const objecting = (when: (got: Got) => boolean): Partial<Behaviour> => ({
  objects: (got) => (when(got) ? 400 : undefined),
})
const verifying = (verifies: Behaviour['verifies']): Partial<Behaviour> => ({ verifies })
const typeIs = (type: string) => (got: Got) => json(got.body).type === type

/** One defect each, by what is wrong. */
export const defects: Readonly<Record<string, Defect>> = {
  'verifies nothing': {
    changes: verifying(() => true),
    in: SIGNATURES,
    finds: [
      'receiver-refuses-wrong-signature',
      'receiver-refuses-missing-signature',
      'receiver-processes-no-forgery',
    ],
  },
  'verifies only where there is a signature': {
    changes: verifying((got, check) => got.signature === '' || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-missing-signature', 'receiver-refuses-empty-signature'],
  },
  'takes an empty signature': {
    changes: verifying((got, check) => got.headers['x-platform-signature'] === '' || check(got)),
    in: SIGNATURES,
    finds: ['receiver-refuses-empty-signature'],
  },
  'takes the beginning of a signature': {
    changes: matching((given, wanted) => given !== '' && wanted.startsWith(given)),
    in: SIGNATURES,
    finds: ['receiver-refuses-truncated-signature'],
  },
  'takes a signature with more behind it': {
    changes: matching((given, wanted) => given.startsWith(wanted)),
    in: SIGNATURES,
    finds: ['receiver-refuses-prolonged-signature'],
  },
  'looks for the signature anywhere in the header': {
    changes: matching((given, wanted) => given.includes(wanted)),
    in: SIGNATURES,
    finds: ['receiver-refuses-prolonged-signature'],
  },
  'compares the first eight digits': {
    changes: matching((given, wanted) => given.slice(0, 8) === wanted.slice(0, 8)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-truncated-signature'],
  },
  'compares all but the last digit': {
    changes: matching((given, wanted) => given.slice(0, 63) === wanted.slice(0, 63)),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature'],
  },
  'compares the length alone': {
    changes: matching((given, wanted) => given.length === wanted.length),
    in: SIGNATURES,
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-non-hex-signature'],
  },
  'compares as many bytes as hex gave': {
    changes: matching((given, wanted) => {
      const bytes = Buffer.from(given, 'hex')
      return bytes.length > 0 && bytes.equals(Buffer.from(wanted, 'hex').subarray(0, bytes.length))
    }),
    in: SIGNATURES,
    finds: ['receiver-refuses-truncated-signature', 'receiver-refuses-non-hex-signature'],
  },
  'takes base64 too': {
    changes: matching(
      (given, wanted) => given === wanted || Buffer.from(given, 'base64').toString('hex') === wanted,
    ),
    in: SIGNATURES,
    finds: ['receiver-refuses-non-hex-signature'],
  },
  'signs the body alone': {
    changes: also(({ body }) => body),
    in: RECIPES,
    finds: ['receiver-refuses-body-only-signature'],
  },
  'takes signatures without the timestamp': {
    changes: also(({ id, body }) => joined(`${id}.`, body)),
    in: RECIPES,
    finds: ['receiver-refuses-body-only-signature'],
  },
  'takes signatures without periods': {
    changes: also(({ id, timestamp, body }) => joined(id, timestamp, body)),
    in: RECIPES,
    finds: ['receiver-refuses-other-joint'],
  },
  'takes the parts in another order': {
    changes: also(({ id, timestamp, body }) => joined(`${timestamp}.${id}.`, body)),
    in: RECIPES,
    finds: ['receiver-refuses-other-joint'],
  },
  'takes SHA-512 too': {
    changes: also(({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, body), 'sha512'),
    in: RECIPES,
    finds: ['receiver-refuses-other-hash'],
  },
  'takes SHA-1 too': {
    changes: also(({ id, timestamp, body }) => joined(`${id}.${timestamp}.`, body), 'sha1'),
    in: RECIPES,
    finds: ['receiver-refuses-other-hash'],
  },
  'takes any 64 hex digits': {
    changes: matching((given) => /^[0-9a-f]{64}$/.test(given)),
    in: RECIPES,
    finds: ['receiver-refuses-foreign-secret', 'receiver-refuses-swapped-signature'],
  },
  'takes a revoked secret': {
    changes: { secrets: [SECRETS.own, SECRETS.previous, SECRETS.revoked] },
    in: 'forgeries/revoked',
    finds: ['receiver-refuses-the-revoked-secret'],
  },
  'knows only the new secret': {
    changes: { secrets: [SECRETS.own] },
    in: 'secrets/grace',
    finds: ['receiver-accepts-the-previous-secret'],
  },
  'leaves the Event-ID out of the signature': {
    changes: verifying((got, check) => check(got) || got.id.startsWith('evt-')),
    in: PARTS,
    finds: ['receiver-refuses-changed-event-id'],
  },
  'takes any Timestamp of today': {
    changes: verifying((got, check) => {
      const minute = Date.parse(got.timestamp)
      const near = [1000, -60_000, 240_000].map((ms) => new Date(minute - ms).toISOString())
      return check(got) || near.some((timestamp) => check({ ...got, timestamp }))
    }),
    in: PARTS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'normalises the Timestamp': {
    changes: verifying((got, check) => {
      const time = Date.parse(got.timestamp)
      return !Number.isNaN(time) && check({ ...got, timestamp: new Date(time).toISOString() })
    }),
    in: PARTS,
    finds: ['receiver-refuses-changed-timestamp'],
  },
  'takes a missing Event-ID': {
    changes: verifying((got, check) => got.id === '' || check(got)),
    in: PARTS,
    finds: ['receiver-refuses-missing-event-id'],
  },
  'takes a missing Timestamp': {
    changes: verifying((got, check) => got.timestamp === '' || check(got)),
    in: PARTS,
    finds: ['receiver-refuses-missing-timestamp'],
  },
  'verifies the body without blanks around it': {
    changes: over((body) => body.toString('utf8').trim()),
    in: PARTS,
    finds: ['receiver-refuses-changed-body'],
  },
  'verifies what a parser makes of the body': {
    changes: over((body) => (body.length === 0 ? body : JSON.stringify(json(body)))),
    in: 'deliveries/raw-body',
    finds: [
      'receiver-verifies-other-whitespace',
      'receiver-verifies-escapes',
      'receiver-verifies-number-spellings',
    ],
  },
  'verifies the body with its keys sorted': {
    changes: over((body) => JSON.stringify(Object.fromEntries(Object.entries(json(body)).sort().reverse()))),
    in: 'deliveries/first',
    finds: ['receiver-accepts-quote-created'],
  },
  'decodes the body as Latin-1': {
    changes: over((body) => Buffer.from(body.toString('latin1'), 'utf8')),
    in: 'deliveries/raw-body',
    finds: ['receiver-verifies-non-ascii'],
  },
  'composes letters': {
    changes: over((body) => body.toString('utf8').normalize('NFC')),
    in: 'deliveries/raw-body',
    finds: ['receiver-verifies-non-ascii'],
  },
  'reads no more than a kilobyte': {
    changes: over((body) => body.subarray(0, 1024)),
    in: 'deliveries/raw-body',
    finds: ['receiver-verifies-other-whitespace'],
  },
  'stumbles over separators of lines': {
    changes: objecting(({ body }) => /[\u2028\u2029]/.test(body.toString('utf8'))),
    in: 'deliveries/varied',
    finds: ['receiver-accepts-varied-content'],
  },
  'wants a UUID for an Event-ID': {
    changes: objecting(({ id }) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)),
    in: 'deliveries/events',
    finds: ['receiver-accepts-any-event-id'],
  },
  'signs over the Event-ID in small letters': {
    changes: {
      signed: ({ id, timestamp, body }) => joined(`${id.toLowerCase()}.${timestamp}.`, body),
    },
    in: 'deliveries/events',
    finds: ['receiver-accepts-any-event-id'],
  },
  'wants milliseconds': {
    changes: objecting(({ timestamp }) => !/\.\d{3}/.test(timestamp)),
    in: 'deliveries/events',
    finds: ['receiver-accepts-whole-seconds'],
  },
  'wants header and body of one minute': {
    changes: objecting(
      ({ timestamp, body }) => Date.parse(timestamp) - Date.parse(String(json(body).timestamp)) > 60_000,
    ),
    in: 'deliveries/events',
    finds: ['receiver-accepts-differing-timestamps'],
  },
  'does not know brokers': {
    changes: objecting(typeIs('broker.added')),
    in: 'deliveries/events',
    finds: ['receiver-accepts-broker-added'],
  },
  'does not know proposals': {
    changes: objecting(typeIs('quote.proposalReady')),
    in: 'deliveries/events',
    finds: ['receiver-accepts-proposal-ready'],
  },
  'fails at policies': {
    changes: { objects: (got) => (typeIs('policy.created')(got) ? 500 : undefined) },
    in: 'deliveries/events',
    finds: ['receiver-accepts-policy-created'],
  },
  'drops policies after its answer': {
    changes: { work: (got, process) => (typeIs('policy.created')(got) ? undefined : process()) },
    in: 'deliveries/events',
    finds: ['receiver-processes-each-event'],
  },
  'tells events apart by their bodies': {
    changes: { identity: ({ body }) => body.toString('base64') },
    in: 'deliveries/events',
    finds: ['receiver-processes-distinct-events-alike'],
  },
  'tells events apart by the beginning of their ids': {
    changes: { identity: ({ id }) => id.slice(0, 12) },
    in: 'deliveries/events',
    finds: ['receiver-processes-distinct-events-alike'],
  },
  'fails now and then': {
    changes: { first: ({ before }) => (before % 7 === 6 ? 503 : undefined) },
    in: 'deliveries/one-at-a-time',
    finds: ['receiver-bears-one-at-a-time'],
  },
  'refuses repeats': {
    changes: { repeated: 409 },
    in: REPEATS,
    finds: ['receiver-accepts-a-repeat', 'receiver-accepts-a-later-attempt'],
  },
  'processes every repeat': {
    changes: { knows: () => false },
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'tells attempts of one event apart': {
    changes: { identity: ({ id, timestamp }) => `${id} ${timestamp}` },
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'remembers only the last event': {
    changes: { knows: (identity, { known }) => known.at(-1) === identity },
    in: REPEATS,
    finds: ['receiver-processes-once'],
  },
  'lets known events in unseen': {
    changes: { first: ({ id }, { known }) => (known.includes(id) ? 200 : undefined) },
    in: REPEATS,
    finds: ['receiver-refuses-forgery-of-a-known-id'],
  },
  'remembers the last five hundred events': {
    changes: { knows: (identity, { known }) => known.slice(-500).includes(identity) },
    in: 'repeats/after-many-others',
    finds: ['receiver-processes-once-after-many-others'],
  },
  'notes an event before it is verified': {
    changes: {
      first: ({ id }, { known }) => {
        if (known.includes(id)) return 200
        known.push(id)
        return undefined
      },
      knows: () => false,
    },
    in: SIGNATURES,
    finds: ['receiver-forgery-poisons-nothing'],
  },
  'processes before it verifies': {
    changes: {
      first: ({ id }, { known, processed }) => {
        if (!known.includes(id)) processed.push(id)
        return undefined
      },
      work: () => undefined,
    },
    in: SIGNATURES,
    finds: ['receiver-processes-no-forgery'],
  },
  'notes an event only when its work is done': {
    changes: {
      knows: (identity, { processed }) => processed.includes(identity),
      work: async (_, process) => {
        await pause(60)
        process()
      },
    },
    in: 'repeats/together',
    finds: ['receiver-processes-concurrent-repeats-once'],
  },
  'answers too late': {
    changes: { first: () => pause(8600).then(() => undefined) },
    in: 'deliveries/first',
    finds: ['receiver-answers-within-8-seconds'],
  },
  'never answers': {
    changes: { write: () => undefined },
    in: 'deliveries/first',
    finds: ['receiver-accepts-quote-created', 'receiver-answers-within-8-seconds'],
  },
  'sends elsewhere': {
    changes: { write: (response) => void response.writeHead(307, { location: '/elsewhere' }).end() },
    in: 'deliveries/first',
    finds: ['receiver-accepts-quote-created'],
  },
  'answers garbage': {
    changes: { write: (response) => void response.socket?.end('welcome\r\n\r\n') },
    in: 'deliveries/first',
    finds: ['receiver-accepts-quote-created'],
  },
  'hangs up': {
    changes: { write: (response) => void response.socket?.resetAndDestroy() },
    in: 'deliveries/first',
    finds: ['receiver-accepts-quote-created'],
  },
  'hangs up on forgeries and is gone': {
    changes: {
      write: (response, status, got) => {
        if (status === right.refusal || got.before > 3) response.socket?.resetAndDestroy()
        else response.writeHead(status).end()
      },
    },
    in: SIGNATURES,
    finds: ['receiver-forgery-poisons-nothing'],
  },
}

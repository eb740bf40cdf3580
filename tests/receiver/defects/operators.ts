import { setTimeout as pause } from 'node:timers/promises'
import { known } from '../../known.ts'
import { type Behaviour, type Got, right } from '../fake.ts'
import { hmacOf, isSignedWith, json, type Secret } from './defect.ts'
import { READINGS, type Reading } from './readings.ts'

/** Says of a delivery whether the defect shows. */
type When = (got: Got) => boolean

/** Further values of a row, which some operators go by. */
export interface Values {
  /** A status. */
  readonly with?: number
  readonly hash?: string
  readonly secret?: Secret
  /** Of a receiver that dies: how long its answers take, whether it answers before, when it is back, and whether it knows nothing then. */
  readonly answersAfterMs?: number
  readonly answersFirst?: true
  readonly backMs?: number
  readonly forGood?: true
  readonly losesAll?: true
}

/** Puts the parts of a delivery into a text such as `{id}.{body}`. */
const textOf = (template: string, { id, timestamp, body }: Got): Buffer =>
  Buffer.concat(
    template
      .split(/(\{\w+\})/)
      .map((part) =>
        part === '{body}'
          ? body
          : Buffer.from({ '{id}': id, '{timestamp}': timestamp }[part] ?? part, 'latin1'),
      ),
  )

const signedText = (got: Got, change: Partial<Got>): Buffer => right.signed({ ...got, ...change })
const readerOf = (reading: Reading) => {
  const read = known(READINGS, reading)
  return (got: Got): Buffer | undefined => {
    const body = read(got.body, got)
    return body === undefined ? undefined : Buffer.from(body)
  }
}

/** Wrong rules by which a signature is compared with the right one. */
const COMPARISONS = {
  'by its beginning': (given, wanted) => given !== '' && wanted.startsWith(given),
  'with more behind it': (given, wanted) => given.startsWith(wanted),
  'as a list': (given, wanted) =>
    given
      .split(',')
      .filter(Boolean)
      .every((one) => one === wanted),
  'up to the first letter that is no hex': (given, wanted) =>
    /^[0-9a-f]{64}(?![0-9a-f]{2})/.test(given) && given.startsWith(wanted),
  'anywhere in the header': (given, wanted) => given.includes(wanted),
  'by eight digits': (given, wanted) => given.slice(0, 8) === wanted.slice(0, 8),
  'by 63 digits': (given, wanted) => given.slice(0, 63) === wanted.slice(0, 63),
  'by as many bytes as hex gives': (given, wanted) => {
    const bytes = Buffer.from(given, 'hex')
    return bytes.length > 0 && bytes.equals(Buffer.from(wanted, 'hex').subarray(0, bytes.length))
  },
  'as base64 too': (given, wanted) =>
    given === wanted || Buffer.from(given, 'base64').toString('hex') === wanted,
  'by half of what the previous secret makes': (given, wanted, got) =>
    given === wanted || (given.length >= 8 && hmacOf(right.signed(got), 'previous').startsWith(given)),
} as const satisfies Readonly<Record<string, Behaviour['matches']>>

/** Wrong forms of an Event-ID in the signed text. */
const SIGNED_IDS = {
  'in small letters': (id) => id.toLowerCase(),
  'up to a comma': (id) => String(id.split(',')[0]),
  decoded: decodeURIComponent,
  'as a number': (id) => (/^\d+$/.test(id) ? String(BigInt(id)) : id),
} as const satisfies Readonly<Record<string, (id: string) => string>>

/** Wrong keys by which two deliveries count as the same event. */
const KEYS = {
  'id and Timestamp': ({ id, timestamp }) => `${id} ${timestamp}`,
  'id and body': ({ id, body }) => `${id} ${body}`,
  'id and secret': (got) => `${got.id} ${isSignedWith('previous', got)}`,
  Timestamp: ({ timestamp }) => timestamp,
  body: ({ body }) => body.toString('base64'),
  quote: ({ id, body }) => String((json(body).data as Record<string, unknown>).quoteId ?? id),
  'the beginning of the id': ({ id }) => id.slice(0, 12),
  'id without regard to case': ({ id }) => id.toLowerCase(),
  'letters and digits of the id': ({ id }) => id.replaceAll(/[^a-z\d]/gi, ''),
  'id where its header is written as stated': ({ id, headerNames }) =>
    headerNames.includes('Event-ID') ? id : '',
} as const satisfies Readonly<Record<string, Behaviour['identity']>>

type Guarded = (when: When, values: Values) => Partial<Behaviour>

/** Defects that show in some circumstances. In a row, the name of the operator has these. */
export const GUARDED = {
  /** Takes deliveries whose signature is wrong. */
  trusts: (when) => ({ verifies: (got, check) => right.verifies(got, check) || when(got) }),
  /** Refuses deliveries whose signature is right. */
  distrusts: (when) => ({ verifies: (got, check) => right.verifies(got, check) && !when(got) }),
  /** Refuses deliveries that are verified. */
  refuses: (when, { with: status = 400 }) => ({ objects: (got) => (when(got) ? status : undefined) }),
  /** Answers before it verifies. */
  answers: (when, { with: status = 200 }) => ({ first: (got) => (when(got) ? status : undefined) }),
  /** Takes repeats for new events. */
  forgets: (when) => ({ knows: (id, { known: ids }, got) => ids.includes(id) && !when(got) }),
  forgetsAll: (when) => ({
    knows(id, { known: ids }, got) {
      if (when(got)) ids.length = 0
      return ids.includes(id)
    },
  }),
  /** Takes events and does not process them. */
  drops: (when) => ({ work: (got, process) => (when(got) ? undefined : process()) }),
  processesTwice: (when) => ({
    work(got, process) {
      process()
      if (when(got)) process()
    },
  }),
  /** Notes events when they are processed, a moment later. */
  notesLate: (when) => ({
    knows: (id, { processed }) => processed.includes(id),
    async work(got, process) {
      if (when(got)) await pause(60)
      process()
    },
  }),
  /** Its process ends, and is started anew. */
  dies: (when, { answersAfterMs = 0, backMs = 100, forGood, answersFirst, losesAll }) => ({
    first: () => pause(answersAfterMs).then(() => undefined),
    dies(got) {
      if (!when(got)) return undefined
      const death = { ...(answersFirst && { answers: true }), ...(losesAll && { forgets: true }) }
      return { ...death, backMs: forGood ? undefined : backMs }
    },
  }),
} as const satisfies Readonly<Record<string, Guarded>>

/** Defects that show always. In a row, the name of the operator has its value. */
export const CONSTANT = {
  /** Takes signatures of another text, or by another secret or hash, beside the right ones. */
  takes: (template: string, { secret = 'own', hash }: Values) => ({
    matches: (given, wanted, got) =>
      given === wanted || given === hmacOf(textOf(template, got), secret, hash),
  }),
  /** Takes signatures of the body as it reads it, beside the right ones. */
  takesRead(reading: Reading) {
    const read = readerOf(reading)
    return {
      matches(given, wanted, got) {
        const body = read(got)
        return given === wanted || (body !== undefined && given === hmacOf(signedText(got, { body }), 'own'))
      },
    }
  },
  /** Verifies the body as it reads it, and no other. */
  verifiesRead(reading: Reading) {
    const read = readerOf(reading)
    return { signed: (got) => signedText(got, { body: read(got) ?? got.body }) }
  },
  verifiesId(form: keyof typeof SIGNED_IDS) {
    const write = known(SIGNED_IDS, form)
    return { signed: (got) => signedText(got, { id: write(got.id) }) }
  },
  compares: (rule: keyof typeof COMPARISONS) => ({ matches: known(COMPARISONS, rule) }),
  waits: (ms: number) => ({ first: () => pause(ms).then(() => undefined) }),
  identifiesBy: (key: keyof typeof KEYS) => ({ identity: known(KEYS, key) }),
  /** Knows the last events, so many. */
  remembers: (most: number) => ({ knows: (id, { known: ids }) => ids.slice(-most).includes(id) }),
  /** Other values of the behaviour. */
  behaves: (values: Partial<Behaviour>) => ({ ...values }),
} as const satisfies Readonly<Record<string, (value: never, values: Values) => Partial<Behaviour>>>

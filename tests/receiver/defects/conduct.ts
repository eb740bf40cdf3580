import { setTimeout as pause } from 'node:timers/promises'
import { right } from '../fake.ts'
import type { Defect } from './defect.ts'

const SIGNATURES = 'forgeries/signatures'
const REPEATS = 'repeats/one-after-the-other'

/** Defects with repeats, in the order of the steps, and in the way of answering. */
export const conductDefects: Readonly<Record<string, Defect>> = {
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
  'remembers the last fifty events': {
    changes: { knows: (identity, { known }) => known.slice(-50).includes(identity) },
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
    finds: ['receiver-stays-up'],
  },
}

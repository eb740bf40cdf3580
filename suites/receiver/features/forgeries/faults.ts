import type { ForgedWay, Forging } from '../../../../generators/forged-ways.ts'
import type { ReceiverContext } from '../../vocabulary/context.ts'
import type { Changes, Draft } from '../../vocabulary/drafts/draft.ts'
import { withBitTurned } from './forgery.ts'

interface Fault {
  /** The requirement that says that the forgery must be refused. */
  readonly requirement: string
  readonly name: string
  /** True where the fault changes the right signature, which may be made with either valid secret. */
  readonly isOfASignature?: true
  /**
   * @param other the right signature of another delivery
   * @param revoked signs a delivery with a secret whose grace period is over
   */
  forge(draft: Draft, signature: string, other: string, revoked: (draft: Draft) => string): Changes
}

/** Faults of a delivery that is valid otherwise, one at a time. `forgedTime` changes the Timestamp. */
export const FAULTS: Readonly<Record<ForgedWay['fault'], Fault>> = {
  wrong: {
    requirement: 'receiver-refuses-wrong-signature',
    name: 'last digit changed',
    isOfASignature: true,
    forge: (_, signature) => ({ signature: signature.slice(0, 63) + (signature.endsWith('0') ? '1' : '0') }),
  },
  none: {
    requirement: 'receiver-refuses-missing-signature',
    name: 'no signature',
    forge: () => ({ signature: null }),
  },
  empty: {
    requirement: 'receiver-refuses-empty-signature',
    name: 'empty signature',
    forge: () => ({ signature: '' }),
  },
  short: {
    requirement: 'receiver-refuses-truncated-signature',
    name: 'half of the signature',
    isOfASignature: true,
    forge: (_, signature) => ({ signature: signature.slice(0, 32) }),
  },
  long: {
    requirement: 'receiver-refuses-prolonged-signature',
    name: 'two digits more',
    isOfASignature: true,
    forge: (_, signature) => ({ signature: `${signature}00` }),
  },
  'of-another': {
    requirement: 'receiver-refuses-swapped-signature',
    name: 'signature of another event',
    forge: (_draft, _signature, other) => ({ signature: other }),
  },
  body: {
    requirement: 'receiver-refuses-changed-body',
    name: 'body changed',
    isOfASignature: true,
    forge: ({ body }, signature) => ({
      signature,
      body: body.replace('"brokerageId":"', '"brokerageId":"x'),
    }),
  },
  id: {
    requirement: 'receiver-refuses-changed-event-id',
    name: 'Event-ID changed',
    isOfASignature: true,
    forge: ({ id }, signature) => ({ signature, id: withBitTurned(id, -1) }),
  },
  timestamp: {
    requirement: 'receiver-refuses-changed-timestamp',
    name: 'Timestamp changed',
    isOfASignature: true,
    forge: (_, signature) => ({ signature }),
  },
  revoked: {
    requirement: 'receiver-refuses-the-revoked-secret',
    name: 'signed with a revoked secret',
    forge: (draft, _signature, _other, revoked) => ({ signature: revoked(draft) }),
  },
}

/** Returns the kinds of forgeries that a profile allows. */
export const forgingWith = ({ secrets, brokerageNamed }: ReceiverContext['facts']): Forging => ({
  faults: (Object.keys(FAULTS) as ForgedWay['fault'][]).filter(
    (fault) => fault !== 'revoked' || secrets.has('revoked'),
  ),
  secrets: secrets.has('previous') ? ['own', 'previous'] : ['own'],
  brokerages: brokerageNamed ? ['usual'] : ['usual', 'another'],
})

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Distance from now in milliseconds. Ten minutes are beyond any usual tolerance. */
const AWAY_MS: Readonly<Partial<Record<ForgedWay['time'], number>>> = {
  'minutes-ago': -10 * MINUTE_MS,
  'a-year-ago': -365 * DAY_MS,
  ahead: DAY_MS,
}

/** The Timestamp of a forgery, made from that of the valid delivery. */
export function forgedTime({ time, fault }: Pick<ForgedWay, 'time' | 'fault'>, timestamp: string): string {
  if (time === 'no-time') return 'yesterday'
  const awayMs = AWAY_MS[time] ?? (fault === 'timestamp' ? -SECOND_MS : 0)
  return awayMs === 0 ? timestamp : new Date(Date.parse(timestamp) + awayMs).toISOString()
}

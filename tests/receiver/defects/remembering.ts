import { createHmac } from 'node:crypto'
import { type Got, SECRETS, type State } from '../fake.ts'
import { type Defect, joined, json, objecting, verifying } from './defect.ts'

const EVENTS = 'deliveries/events'
const WAYS = 'deliveries/ways'

const isSignedWith = (secret: string, { id, timestamp, body, signature }: Got): boolean =>
  createHmac('sha256', secret)
    .update(joined(`${id}.${timestamp}.`, body))
    .digest('hex') === signature

/** Forgets the events of a customer as soon as a policy of that customer comes. */
function forgettingWithThePolicy(): Defect['changes'] {
  const byEmail = new Map<string, string[]>()
  return {
    work({ id, body }, process, state) {
      const { type, data } = json(body) as { type: string; data: { customer?: { email: string } } }
      const own = byEmail.get(data.customer?.email ?? '') ?? []
      if (type === 'policy.created') state.known.splice(0, Number.POSITIVE_INFINITY, ...without(state, own))
      else byEmail.set(data.customer?.email ?? '', [...own, id])
      process()
    },
  }
}

function refusingOtherBodies(): Defect['changes'] {
  const bodies = new Map<string, number>()
  return objecting(({ id, body }) => {
    const first = bodies.get(id) ?? body.length
    bodies.set(id, first)
    return first !== body.length
  })
}

function forgettingInQuiet(): Defect['changes'] {
  let last = Date.now()
  return {
    knows(id, { known }) {
      if (Date.now() - last > 8000) known.length = 0
      last = Date.now()
      return known.includes(id)
    },
  }
}

/** Takes a repeat that is signed with the other secret for a new event, unless it comes soon. */
function forgettingTheOtherSecret(): Defect['changes'] {
  const last = new Map<string, { readonly at: number; readonly isOld: boolean }>()
  let isForgotten = false
  return {
    objects(got) {
      const before = last.get(got.id)
      const isOld = isSignedWith(SECRETS.previous, got)
      last.set(got.id, { at: Date.now(), isOld })
      isForgotten = before !== undefined && before.isOld !== isOld && Date.now() - before.at > 4000
      return undefined
    },
    knows: (id, { known }) => !isForgotten && known.includes(id),
  }
}

const without = ({ known }: State, own: readonly string[]) => known.filter((id) => !own.includes(id))

/** Defects in comparing or remembering ids, and of secrets together with another condition. */
export const rememberingDefects: Readonly<Record<string, Defect>> = {
  'tries the previous secret only where headers are written as stated': {
    changes: verifying(
      (got, check) =>
        check(got) && (got.headerNames.includes('Event-ID') || !isSignedWith(SECRETS.previous, got)),
    ),
    in: WAYS,
    finds: ['receiver-accepts-the-previous-secret'],
  },
  'tries the previous secret only for bodies of up to 16 kB': {
    changes: verifying(
      (got, check) => check(got) && (got.body.length <= 16_384 || !isSignedWith(SECRETS.previous, got)),
    ),
    in: WAYS,
    finds: ['receiver-accepts-the-previous-secret'],
  },
  'refuses a repeat whose body is written otherwise': {
    changes: refusingOtherBodies(),
    in: WAYS,
    finds: ['receiver-accepts-a-repeat'],
  },
  'cuts an Event-ID at a comma': {
    changes: {
      signed: ({ id, timestamp, body }) => joined(`${id.split(',')[0]}.${timestamp}.`, body),
    },
    in: EVENTS,
    finds: ['receiver-accepts-any-event-id'],
  },
  'knows nothing any more after eight seconds without a delivery': {
    changes: forgettingInQuiet(),
    in: 'deliveries/after-quiet',
    finds: ['receiver-processes-once'],
  },
  'knows no late repeat that is signed with the other secret': {
    changes: forgettingTheOtherSecret(),
    in: 'deliveries/after-quiet',
    finds: ['receiver-processes-once'],
  },
  'remembers no id of more than 64 characters': {
    changes: { knows: (id, { known }) => id.length <= 64 && known.includes(id) },
    in: WAYS,
    finds: ['receiver-processes-once'],
  },
  'verifies over an Event-ID that it has decoded': {
    changes: {
      signed: ({ id, timestamp, body }) => joined(`${decodeURIComponent(id)}.${timestamp}.`, body),
    },
    in: EVENTS,
    finds: ['receiver-accepts-any-event-id'],
  },
  'verifies over a number where an Event-ID has digits alone': {
    changes: {
      signed: ({ id, timestamp, body }) =>
        joined(`${/^\d+$/.test(id) ? BigInt(id) : id}.${timestamp}.`, body),
    },
    in: EVENTS,
    finds: ['receiver-accepts-any-event-id'],
  },
  'refuses ids of fewer than eight characters': {
    changes: objecting(({ id }) => id.length < 8),
    in: EVENTS,
    finds: ['receiver-accepts-any-event-id'],
  },
  'knows an id by the beginning of another one': {
    changes: { knows: (id, { known }) => known.some((one) => one.startsWith(id)) },
    in: EVENTS,
    finds: ['receiver-processes-each-event', 'receiver-processes-distinct-events-alike'],
  },
  'tells ids apart without regard to case': {
    changes: { identity: ({ id }) => id.toLowerCase() },
    in: EVENTS,
    finds: ['receiver-processes-each-event', 'receiver-processes-distinct-events-alike'],
  },
  'tells ids apart by their letters and digits': {
    changes: { identity: ({ id }) => id.replaceAll(/[^a-z\d]/gi, '') },
    in: EVENTS,
    finds: ['receiver-processes-each-event', 'receiver-processes-distinct-events-alike'],
  },
  'forgets the events of a customer with the policy': {
    changes: forgettingWithThePolicy(),
    in: EVENTS,
    finds: ['receiver-processes-once'],
  },
  'is started anew by a signature that is no hex, and knows nothing then': {
    changes: {
      first({ signature, connection }, state) {
        if (signature === '' || /^[\da-f]+$/i.test(signature)) return undefined
        state.known.splice(0)
        connection.destroy()
        return 500
      },
    },
    in: 'forgeries/signatures',
    finds: ['receiver-processes-once'],
    warns: ['receiver-refuses-without-crashing'],
  },
  'takes half of what the previous secret signs': {
    changes: {
      matches: (given, wanted, { id, timestamp, body }) => {
        const hex = createHmac('sha256', SECRETS.previous)
          .update(joined(`${id}.${timestamp}.`, body))
          .digest('hex')
        return given === wanted || (given.length >= 8 && hex.startsWith(given))
      },
    },
    in: 'forgeries/ways',
    finds: ['receiver-refuses-truncated-signature'],
  },
  'takes the revoked secret in chunks': {
    changes: verifying(
      (got, check) =>
        check(got) || (got.headers['transfer-encoding'] === 'chunked' && isSignedWith(SECRETS.revoked, got)),
    ),
    in: 'forgeries/ways',
    finds: ['receiver-refuses-the-revoked-secret'],
  },
}

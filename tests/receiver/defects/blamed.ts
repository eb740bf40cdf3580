import { setTimeout as pause } from 'node:timers/promises'
import { type Behaviour, right, SECRETS } from '../fake.ts'
import { type Defect, json, over, typeIs } from './defect.ts'
import { isSignedWith } from './secrets.ts'

const POISON = 'receiver-forgery-poisons-nothing'

/** Keeps the event in work in one variable for all deliveries, and processes what stands there a moment later. */
function sharing(): Partial<Behaviour> {
  let current = ''
  return {
    async work({ id }, _, state) {
      current = id
      await pause(30)
      state.processed.push(current)
    },
  }
}

/** Takes a second attempt only with the signature of the first one. */
function keepingTheFirstSignature(): Partial<Behaviour> {
  const first = new Map<string, string>()
  return {
    objects({ id, signature }) {
      const known = first.get(id) ?? signature
      first.set(id, known)
      return known === signature ? undefined : 401
    },
  }
}

function refusingOldRepeats(): Partial<Behaviour> {
  const taken = new Set<string>()
  return {
    verifies(got, check) {
      if (!check(got) || (taken.has(got.id) && isSignedWith(got, SECRETS.previous))) return false
      taken.add(got.id)
      return true
    },
  }
}

/** Takes nothing for a moment once several signatures were wrong. */
function shutByForgeries(): Partial<Behaviour> {
  const wrong: number[] = []
  const isShut = () => wrong.filter((at) => at > Date.now() - 2000).length >= 5
  return {
    first: () => (isShut() ? 429 : undefined),
    verifies(got, check) {
      const isRight = right.verifies(got, check)
      if (!isRight) wrong.push(Date.now())
      return isRight
    },
  }
}

function droppingKeptForgeries(): Partial<Behaviour> {
  const used = new WeakSet<object>()
  return {
    write(response, status, { connection }) {
      if (status === right.refusal && used.has(connection)) connection.destroy()
      else response.writeHead(status).end()
      used.add(connection)
    },
  }
}

/** Defects where a finding could blame something else, so that it has to name what the wrong deliveries have in common. */
export const blamedDefects: Readonly<Record<string, Defect>> = {
  'keeps the event in work in one variable for all': {
    changes: sharing(),
    in: 'repeats/together',
    finds: ['receiver-processes-each-event'],
    spares: [POISON],
    under: 'events still in work when another event came',
  },
  'keeps the event in work in one variable, while forgeries come': {
    changes: sharing(),
    in: ['forgeries/signatures', 'repeats/together'],
    finds: ['receiver-processes-each-event'],
    spares: [POISON],
  },
  'refuses a repeat that the previous secret signed': {
    changes: refusingOldRepeats(),
    in: 'secrets/grace',
    finds: ['receiver-accepts-the-previous-secret'],
    under: 'exactly the deliveries signed with the previous secret and under a known Event-ID',
  },
  'tells repeats apart by the secret that signed them': {
    changes: { identity: (got) => `${got.id} ${isSignedWith(got, SECRETS.previous)}` },
    in: 'secrets/grace',
    finds: ['receiver-processes-once'],
    under: 'exactly the events signed with another secret than the attempt before',
  },
  'takes a second attempt only with the signature of the first': {
    changes: keepingTheFirstSignature(),
    in: ['deliveries/events', 'repeats/broken-attempt'],
    finds: ['receiver-accepts-a-later-attempt'],
    spares: ['receiver-accepts-policy-created', 'receiver-accepts-after-a-broken-attempt'],
    under:
      'exactly the deliveries under a known Event-ID with another Timestamp, or those under a known Event-ID',
  },
  'writes every body anew, large ones too': {
    changes: over((body) => JSON.stringify(json(body))),
    in: ['deliveries/raw-body', 'deliveries/content'],
    finds: ['receiver-verifies-other-whitespace'],
    spares: ['receiver-accepts-a-body-over-16-kb'],
  },
  'answers every forgery with 200, and processes none': {
    changes: { refusal: 200 },
    in: ['repeats/one-after-the-other', 'repeats/together', 'forgeries/signatures'],
    finds: ['receiver-refuses-wrong-signature', 'receiver-refuses-missing-signature'],
    spares: ['receiver-refuses-forgery-of-a-known-id'],
  },
  'takes nothing for a moment once five signatures were wrong': {
    changes: shutByForgeries(),
    in: 'forgeries/in-a-row',
    finds: [],
    warns: ['receiver-forgeries-keep-none-out'],
  },
  'drops a kept connection on which a forgery comes': {
    changes: droppingKeptForgeries(),
    in: 'forgeries/over-one-connection',
    finds: [],
    warns: ['receiver-refuses-without-crashing'],
    under: 'exactly the forgeries over a connection that was used before',
  },
  'knows no brokers, forged or not': {
    changes: { objects: (got) => (typeIs('broker.added')(got) ? 404 : undefined) },
    in: ['deliveries/events', 'forgeries/parts'],
    finds: ['receiver-accepts-broker-added'],
    spares: [POISON],
    under: 'exactly the deliveries of type broker.added',
  },
}

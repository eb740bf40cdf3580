import { setTimeout as pause } from 'node:timers/promises'
import { type Behaviour, right } from '../fake.ts'
import { type Defect, json } from './defect.ts'

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

/** Stores an Event-ID before a slow verification, and meanwhile takes every delivery with that id for a repeat. */
function knownWhileVerified(): Partial<Behaviour> {
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

function unverifiedWhileInWork(): Partial<Behaviour> {
  const inWork = new Set<string>()
  return {
    first: ({ id }) => (inWork.has(id) ? 200 : undefined),
    async work({ id }, process) {
      inWork.add(id)
      await pause(150)
      inWork.delete(id)
      process()
    },
  }
}

/** Answers an event when its work is done, and repeats that come before with a 409. */
function refusingRepeatsInWork(): Partial<Behaviour> {
  const inWork = new Set<string>()
  return {
    objects: ({ id }) => (inWork.has(id) ? 409 : undefined),
    async work({ id }, process) {
      inWork.add(id)
      await pause(150)
      inWork.delete(id)
      process()
    },
  }
}

/** Notes an event as failed where its sender left before the answer, and refuses it from then on. */
function refusingWhatBrokeOff(): Partial<Behaviour> {
  const failed = new Set<string>()
  return {
    objects: ({ id }) => (failed.has(id) ? 409 : undefined),
    async work({ id, connection }, process) {
      await pause(100)
      process()
      if (connection.destroyed) failed.add(id)
    },
  }
}

function breakingAtMoreThan(most: number): Partial<Behaviour> {
  let atOnce = 0
  return {
    async first() {
      atOnce += 1
      const isTooMany = atOnce > most
      await pause(50)
      atOnce -= 1
      return isTooMany ? 500 : undefined
    },
  }
}

/** Ignores an event that was overtaken by a newer one, as an outdated state. */
function leavingOlderAside(): Partial<Behaviour> {
  const newest = new Map<unknown, string>()
  return {
    work({ body }, process) {
      const { timestamp, data } = json(body)
      const { quoteId } = data as Record<string, unknown>
      const [at, latest] = [String(timestamp), newest.get(quoteId)]
      if (quoteId !== undefined && latest !== undefined && at < latest) return
      newest.set(quoteId, at)
      process()
    },
  }
}

/** Forgets the events of a customer as soon as a policy of that customer comes. */
function forgettingWithThePolicy(): Partial<Behaviour> {
  const byEmail = new Map<string, string[]>()
  return {
    work({ id, body }, process, { known }) {
      const { type, data } = json(body) as { type: string; data: { customer?: { email: string } } }
      const email = data.customer?.email ?? ''
      const own = byEmail.get(email) ?? []
      if (type === 'policy.created')
        known.splice(0, known.length, ...known.filter((one) => !own.includes(one)))
      else byEmail.set(email, [...own, id])
      process()
    },
  }
}

/** Defects that no operator can say, by their names in the tables. They are in verifying, in the order of the steps and in slow work. */
export const changesByHand: Readonly<Record<string, Defect['changes']>> = {
  'takes any Timestamp of today': () => ({
    verifies(got, check) {
      const minute = Date.parse(got.timestamp)
      const near = [1000, -60_000, 240_000].map((ms) => new Date(minute - ms).toISOString())
      return check(got) || near.some((timestamp) => check({ ...got, timestamp }))
    },
  }),
  'normalises the Timestamp': () => ({
    verifies(got, check) {
      const time = Date.parse(got.timestamp)
      return !Number.isNaN(time) && check({ ...got, timestamp: new Date(time).toISOString() })
    },
  }),
  'reads no more than a kilobyte': () => ({
    signed: (got) => right.signed({ ...got, body: got.body.subarray(0, 1024) }),
  }),
  'looks for the same day of the next month': () => ({
    objects({ body }) {
      const { requestedDate } = json(body).data as Record<string, unknown>
      const day = new Date(`${requestedDate}T00:00:00Z`)
      const month = day.getUTCMonth()
      day.setUTCMonth(month + 1)
      return day.getUTCMonth() > month + 1 ? 400 : undefined
    },
  }),
  'knows an id by the beginning of another one': () => ({
    knows: (id, { known }) => known.some((one) => one.startsWith(id)),
  }),
  'leaves aside what is older than the newest of its quote': leavingOlderAside,
  'forgets the events of a customer with the policy': forgettingWithThePolicy,
  'takes a second attempt only with the signature of the first': keepingTheFirstSignature,
  'notes an event before it is verified': () => ({
    first({ id }, { known }) {
      if (known.includes(id)) return 200
      known.push(id)
      return undefined
    },
    knows: () => false,
  }),
  'processes before it verifies': () => ({
    first({ id }, { known, processed }) {
      if (!known.includes(id)) processed.push(id)
      return undefined
    },
    work: () => undefined,
  }),
  'takes nothing for a moment once five signatures were wrong': shutByForgeries,
  'keeps the event in work in one variable for all': sharing,
  'keeps the event in work in one variable, while forgeries come': sharing,
  'lets anything in while its event is in work': unverifiedWhileInWork,
  'takes a right delivery beside a forgery for a repeat': knownWhileVerified,
  'refuses a repeat while its event is in work': refusingRepeatsInWork,
  'takes an event whose sender left for a failed one': refusingWhatBrokeOff,
  'breaks at more than eight deliveries at once': () => breakingAtMoreThan(8),
}

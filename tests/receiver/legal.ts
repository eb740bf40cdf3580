import { setTimeout as pause } from 'node:timers/promises'
import { type Behaviour, type Got, right, SECRETS, type State } from './fake.ts'
import { limits } from './limits.ts'

const refusing = (refusal: number): Partial<Behaviour> => ({ refusal })

const queues = new WeakMap<State, Promise<void>>()

/** Receivers that are right, each in another way, by a description of the way. */
export const legal: Readonly<Record<string, Partial<Behaviour>>> = {
  'is right in every respect': {},
  'answers 201 with a body': {
    success: 201,
    write: (response, status) => void response.writeHead(status).end('{"received":true}'),
  },
  'answers 204': { success: 204, repeated: 204 },
  'answers 202, and repeats with 208': { success: 202, repeated: 208 },
  'answers forgeries with 400': refusing(400),
  'answers forgeries with 403': refusing(403),
  'answers forgeries with 404': refusing(404),
  'answers forgeries with 422': refusing(422),
  'answers forgeries with 429': refusing(429),
  'takes its time': { first: () => pause(40).then(() => undefined) },
  'processes later': {
    work: (_, process) => {
      setTimeout(process, 300)
    },
  },
  'processes one event after the other, with a backlog': {
    work: (_, process, state) => {
      const before = queues.get(state) ?? Promise.resolve()
      queues.set(state, before.then(() => pause(40)).then(process))
    },
  },
  'closes every connection': {
    write: (response, status) => void response.writeHead(status, { connection: 'close' }).end(),
  },
  'ends its body by closing': {
    write(response, status) {
      response.socket?.end(`HTTP/1.0 ${status} Whatever\r\nContent-Type: text/plain\r\n\r\nfine`)
    },
  },
  'answers with a megabyte': {
    write: (response, status) => void response.writeHead(status).end('x'.repeat(1_000_000)),
  },
  'serves one connection at a time and closes each': {
    oneConnection: true,
    write: (response, status) => void response.writeHead(status, { connection: 'close' }).end(),
  },
  'serves one connection at a time and keeps it for a second': { oneConnection: true, keepAliveMs: 1000 },
  'answers in chunks': {
    write(response, status) {
      response.writeHead(status)
      response.write('one')
      response.end('two')
    },
  },
  'writes lines without carriage returns': {
    write: (response, status) => void response.socket?.end(`HTTP/1.1 ${status} \ncontent-length: 2\n\nok`),
  },
  'takes capital hex digits': { matches: (given, wanted) => given.toLowerCase() === wanted },
  'refuses Timestamps that are five minutes off': {
    objects: ({ timestamp }) => (Math.abs(Date.now() - Date.parse(timestamp)) > 300_000 ? 400 : undefined),
  },
  'knows UUIDs without regard to case': {
    identity: ({ id }) => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : id),
  },
  'refuses types and fields that it does not know': {
    objects({ body }) {
      const { type, timestamp, brokerageId, data, ...more } = JSON.parse(body.toString('utf8'))
      const known = /^(quote\.created|quote\.proposalReady|policy\.created|broker\.added)$/.test(type)
      return known && Object.keys(more).length === 0 && timestamp && brokerageId && data ? undefined : 400
    },
  },
  'takes events of its own brokerage only': {
    objects: ({ body }) => (JSON.parse(body.toString('utf8')).brokerageId === 'brk-17' ? undefined : 403),
  },
  'refuses large bodies': { objects: ({ body }) => (body.length > 65_536 ? 413 : undefined) },
  'says what it knows of a forgery': {
    write: (response, status, { signature }) => void response.writeHead(status).end(signature),
    secrets: [...right.secrets, SECRETS.strange],
  },
  'says nothing to forgeries': {
    write: (response, status) => {
      if (status !== right.refusal) response.writeHead(status).end()
    },
  },
  ...limits,
  'is started anew once, right after a forgery': startedAnewAt((got) => got.signature === '0'.repeat(64)),
  'is started anew once, right after a right delivery': startedAnewAt(({ before }) => before === 40),
  'works off one delivery at a time': oneByOne(),
}

/** One queue for everything, as with a single worker. */
function oneByOne(): Partial<Behaviour> {
  let last: Promise<unknown> = Promise.resolve()
  return {
    first() {
      last = last.then(() => pause(15))
      return last.then(() => undefined)
    },
  }
}

/** Answers one delivery and is started anew, as with a new release. */
function startedAnewAt(when: (got: Got) => boolean): Partial<Behaviour> {
  let isOver = false
  return {
    dies(got) {
      if (isOver || !when(got)) return undefined
      isOver = true
      return { backMs: 300, answers: true }
    },
  }
}

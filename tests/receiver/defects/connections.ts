import { setTimeout as pause } from 'node:timers/promises'
import { type Behaviour, right } from '../fake.ts'
import type { Defect } from './defect.ts'

/** Leaves the body of what has no signature behind, where the next delivery on its connection is looked for. */
function behindUnread(): Partial<Behaviour> {
  const unread = new WeakSet<object>()
  return {
    first({ connection, headers }) {
      if (unread.delete(connection)) return 400
      if (headers['x-platform-signature'] === undefined) unread.add(connection)
      return undefined
    },
  }
}

function leavingARefusalBehind(): Partial<Behaviour> {
  const left = new WeakSet<object>()
  return {
    first: ({ connection }) => (left.delete(connection) ? 400 : undefined),
    verifies(got, check) {
      const isRight = right.verifies(got, check)
      if (!isRight) left.add(got.connection)
      return isRight
    },
  }
}

function keepingTheSignature(): Partial<Behaviour> {
  const signatures = new WeakMap<object, string>()
  return {
    verifies(got, check) {
      const signature = got.signature === '' ? signatures.get(got.connection) : got.signature
      if (signature !== undefined) signatures.set(got.connection, signature)
      return check({ ...got, signature: signature ?? '' })
    },
  }
}

/** Does something else than answer the second time that a connection is used. */
function onUsedConnections(write: (...given: Parameters<Behaviour['write']>) => boolean): Partial<Behaviour> {
  const used = new WeakSet<object>()
  return {
    write(response, status, got) {
      if (!used.has(got.connection) || !write(response, status, got)) response.writeHead(status).end()
      used.add(got.connection)
    },
  }
}

function firstOnConnection(): Partial<Behaviour> {
  const ids = new WeakMap<object, string>()
  return {
    identity({ connection, id }) {
      const first = ids.get(connection) ?? id
      ids.set(connection, first)
      return first
    },
  }
}

/** Further ones, with connections, with the pieces of a body and in the way of answering. */
export const changesOfConnections: Readonly<Record<string, Defect['changes']>> = {
  'never answers': () => ({ write: () => undefined }),
  'answers garbage': () => ({ write: (response) => void response.socket?.end('welcome\r\n\r\n') }),
  'hangs up': () => ({ write: (response) => void response.socket?.resetAndDestroy() }),
  'hangs up on forgeries and is gone': () => ({
    write(response, status, { before }) {
      if (status === right.refusal || before > 3) response.socket?.resetAndDestroy()
      else response.writeHead(status).end()
    },
  }),
  'is started anew by a signature that is no hex, and knows nothing then': () => ({
    first({ signature, connection }, { known }) {
      if (signature === '' || /^[\da-f]+$/i.test(signature)) return undefined
      known.splice(0)
      connection.destroy()
      return 500
    },
  }),
  'decodes each piece of a body by itself': () => ({
    gather: (pieces) => Buffer.from(pieces.map((piece) => piece.toString('utf8')).join('')),
  }),
  'reads one piece of a body': () => ({ gather: ([first]) => first ?? Buffer.alloc(0) }),
  'takes a body that is late for an empty one': () => ({
    gather: (pieces, [first = 0]) => (first > 100 ? Buffer.alloc(0) : Buffer.concat(pieces)),
  }),
  'answers one delivery on a connection': () => onUsedConnections(() => true),
  'takes every delivery on a connection for the first one': firstOnConnection,
  'leaves the body of what it refuses by its headers before the next delivery': behindUnread,
  'keeps the headers of the request before on its connection': keepingTheSignature,
  'leaves a refusal behind on its connection': leavingARefusalBehind,
  'drops a kept connection on which a forgery comes': () =>
    onUsedConnections(
      (_, status, { connection }) => status === right.refusal && connection.destroy().destroyed,
    ),
  'signs headers in the order in which they come': () => ({
    signed(got) {
      const names = got.headerNames.map((name) => name.toLowerCase())
      const isTurned = names.indexOf('timestamp') < names.indexOf('event-id')
      return right.signed(isTurned ? { ...got, id: got.timestamp, timestamp: got.id } : got)
    },
  }),
  'gives up its work where the sender leaves, and knows the event nevertheless': () => ({
    async work({ connection }, process) {
      await pause(200)
      if (!connection.destroyed) process()
    },
  }),
  'forgets the event where the sender leaves, and not its work': () => ({
    async work({ connection, id }, process, { known }) {
      await pause(200)
      process()
      if (connection.destroyed) known.splice(known.indexOf(id), 1)
    },
  }),
}

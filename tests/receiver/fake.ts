import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net'

export const SECRETS = {
  own: 'whsec-own/+="1',
  previous: 'whsec-previous-2',
  revoked: 'whsec-revoked-3',
  strange: 'whsec-strange-4',
}

/** One delivery as the fake received it. Missing headers have empty values. */
export interface Got {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly headers: IncomingMessage['headers']
  /** Header names as they were written. */
  readonly headerNames: readonly string[]
  readonly connection: Socket
  readonly body: Buffer
  /** The number of earlier deliveries. */
  readonly before: number
}

/** The end of a receiver's process, and what starts it anew. */
export interface Death {
  /** Milliseconds until it listens again; undefined where it never does. */
  readonly backMs: number | undefined
  /** True where it answers before. */
  readonly answers?: boolean
  /** True where it has lost all that it knew. */
  readonly forgets?: boolean
}

/** Behaviour of a receiver at each step. The base is right in every respect. */
export interface Behaviour {
  /** The answer of a gateway in front, which lets the receiver know nothing of the request; undefined to let it in. */
  admits(
    method: string,
  ): { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined
  /** Joins the pieces of a body, each with its delay after the head in milliseconds. */
  gather(pieces: readonly Buffer[], afterMs: readonly number[]): Buffer
  /** True where connections wait for each other. */
  readonly oneConnection: boolean
  /** How long an idle connection is kept, in milliseconds; 0: for ever. */
  readonly keepAliveMs: number
  /** Ends the process at a delivery; undefined to go on. */
  dies(got: Got): Death | undefined
  /** Answers before anything else is done; undefined to go on. */
  first(got: Got, state: State): number | undefined | Promise<number | undefined>
  /** The bytes over which the signature is computed. */
  signed(got: Got): Buffer
  /** The secrets that are valid. */
  readonly secrets: readonly string[]
  /** Says whether a header contains the right signature; `right` is in lower-case hex. */
  matches(given: string, right: string, got: Got): boolean
  /** Says whether a delivery counts as signed; the base requires all checks. */
  verifies(got: Got, check: (got: Got) => boolean): boolean
  readonly refusal: number
  /** Returns a status to refuse a validly signed delivery for another reason; undefined to accept it. */
  objects(got: Got): number | undefined
  /** Returns a key that two deliveries of the same event share. */
  identity(got: Got): string
  /** Says whether an event was received before. */
  knows(identity: string, state: State, got: Got): boolean
  /** Processes a new event. */
  work(got: Got, process: () => void, state: State): void | Promise<void>
  readonly success: number
  readonly repeated: number
  /** Writes the answer. */
  write(response: ServerResponse, status: number, got: Got): void
}

export interface State {
  readonly known: string[]
  readonly processed: string[]
}

export const right: Behaviour = {
  admits: () => undefined,
  gather: (pieces) => Buffer.concat(pieces),
  oneConnection: false,
  keepAliveMs: 5000,
  dies: () => undefined,
  first: () => undefined,
  signed: ({ id, timestamp, body }) => Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'latin1'), body]),
  secrets: [SECRETS.own, SECRETS.previous],
  matches: (given, wanted) => given === wanted,
  verifies: (got, check) => got.id !== '' && got.timestamp !== '' && check(got),
  refusal: 401,
  objects: () => undefined,
  identity: ({ id }) => id,
  knows: (identity, { known }) => known.includes(identity),
  work: (_, process) => process(),
  success: 200,
  repeated: 200,
  write: (response, status) => void response.writeHead(status).end(),
}

export interface FakeReceiver {
  readonly url: string
  readonly effects: string
  close(): Promise<void>
}

/** Serves a receiver on the loopback address: deliveries at `/hooks`, processed events at `/effects`. */
export async function serveReceiver(
  changes: Partial<Behaviour> = {},
  tls?: ServerOptions,
  { port = 0, state = { known: [], processed: [] } }: { readonly port?: number; readonly state?: State } = {},
): Promise<FakeReceiver> {
  const behaviour = { ...right, ...changes }
  let count = 0
  const dieOf = ({ backMs, forgets }: Death) => {
    if (!front.listening) return
    const { port: own } = front.address() as AddressInfo
    if (forgets === true) for (const list of [state.known, state.processed]) list.splice(0)
    front.close()
    server.closeAllConnections()
    if (backMs !== undefined) setTimeout(() => isClosed || front.listen(own, '127.0.0.1'), backMs)
  }
  let isClosed = false
  const listener: RequestListener = (request, response) => {
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    const [began, afterMs]: [number, number[]] = [Date.now(), []]
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      afterMs.push(Date.now() - began)
    })
    request.on('error', () => undefined)
    request.on('end', () => {
      const kept = behaviour.admits(request.method ?? '')
      if (kept !== undefined) {
        response.writeHead(kept.status, kept.headers).end()
        return
      }
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state.processed))
        return
      }
      const got = gotOf(request, behaviour.gather(chunks, afterMs), count++)
      const death = behaviour.dies(got)
      if (death !== undefined && death.answers !== true) {
        dieOf(death)
        return
      }
      void answerOf(got, behaviour, state)
        .catch(() => 500)
        .then((status) => behaviour.write(response, status, got))
        .then(() => death && response.on('finish', () => dieOf(death)))
    })
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  server.keepAliveTimeout = behaviour.keepAliveMs
  const front = behaviour.oneConnection ? oneByOne(server) : server
  front.listen(port, '127.0.0.1')
  await once(front, 'listening')
  const origin = `http${tls === undefined ? '' : 's'}://127.0.0.1:${(front.address() as AddressInfo).port}`
  return {
    url: `${origin}/hooks`,
    effects: `${origin}/effects`,
    async close() {
      isClosed = true
      server.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
    },
  }
}

/** Passes connections on one at a time, each when the one before is closed. */
function oneByOne(server: Server): NetServer {
  let last: Promise<unknown> = Promise.resolve()
  const sockets = new Set<Socket>()
  const front = createNetServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    void last.then(() => server.emit('connection', socket))
    last = Promise.all([last, closed])
  })
  const close = front.close.bind(front)
  front.close = (done) => {
    for (const socket of sockets) socket.destroy()
    return close(done)
  }
  return front
}

function gotOf(
  { headers, rawHeaders, socket: connection }: IncomingMessage,
  body: Buffer,
  before: number,
): Got {
  const text = (name: string) => String(headers[name] ?? '')
  const signature = text('x-platform-signature')
  const headerNames = rawHeaders.filter((_, index) => index % 2 === 0)
  return {
    ...{ id: text('event-id'), timestamp: text('timestamp'), signature, headers, headerNames },
    ...{ connection, body, before },
  }
}

async function answerOf(got: Got, behaviour: Behaviour, state: State): Promise<number> {
  const early = await behaviour.first(got, state)
  if (early !== undefined) return early
  const check = (of: Got) =>
    behaviour.secrets.some((secret) => {
      const hex = createHmac('sha256', secret).update(behaviour.signed(of)).digest('hex')
      return behaviour.matches(of.signature, hex, of)
    })
  if (!behaviour.verifies(got, check)) return behaviour.refusal
  const objection = behaviour.objects(got)
  if (objection !== undefined) return objection
  const identity = behaviour.identity(got)
  if (behaviour.knows(identity, state, got)) return behaviour.repeated
  state.known.push(identity)
  await behaviour.work(got, () => state.processed.push(got.id), state)
  return behaviour.success
}

import { type AddressInfo, createServer, type Server } from 'node:net'

/** Where to listen. */
export interface ListeningAt {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Connections that may wait to be accepted, as far as the system allows. */
  readonly backlog?: number
}

/**
 * Node accepts one connection for each listening socket in a turn of its event loop. In a busy process a burst of connections
 * would wait for seconds. With more sockets Node accepts more of them in each turn.
 */
const SOCKETS = 16

/**
 * Listens with a server of any kind, on several sockets of one port where the system can share a port.
 *
 * @returns closes the additional sockets; the caller closes the server itself
 * @throws the system's error when the address cannot be listened on
 */
export async function listenWidely(server: Server, at: ListeningAt): Promise<() => void> {
  if (process.platform !== 'linux') {
    await listening(server, at)
    return () => undefined
  }
  // If another process shared this port, some requests would go to that process.
  if (at.port !== 0) await listening(createServer(), at).then(closed)
  await listening(server, { ...at, reusePort: true })
  const { port } = server.address() as AddressInfo
  const further = await Promise.all(
    Array.from({ length: SOCKETS - 1 }, async () => {
      const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        server.emit('connection', socket)
      })
      await listening(other, { ...at, port, reusePort: true })
      return other
    }),
  )
  return () => {
    for (const other of further) other.close()
  }
}

function listening(server: Server, at: ListeningAt & { readonly reusePort?: true }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

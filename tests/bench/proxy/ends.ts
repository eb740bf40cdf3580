import { createHash, randomBytes } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Task from the parent: a server that answers requests, or one that only passes bytes on to a port. */
export type EndTask =
  | { readonly kind: 'server'; readonly record: string }
  | { readonly kind: 'pipe'; readonly to: number }
  | { readonly kind: 'hashes' }

/** SHA-256 of everything that came over a connection, and of everything that was sent, by the name of the connection. */
export type Hashes = Readonly<Record<string, readonly [received: string, sent: string]>>

const DOCUMENT = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)])
const hashes: Record<string, readonly [received: string, sent: string]> = {}

/** One connection: answers each request by its path, and hashes both directions. */
function serve(socket: Socket, record: string): void {
  const [received, sent] = [createHash('sha256'), createHash('sha256')]
  let name = ''
  let rest = Buffer.alloc(0)
  const write = (bytes: Buffer | string) => {
    sent.update(bytes)
    socket.write(bytes)
  }
  socket.on('data', (bytes) => {
    received.update(bytes)
    rest = Buffer.concat([rest, bytes])
    for (let request = next(rest); request !== undefined; request = next(rest)) {
      rest = rest.subarray(request.length)
      name = /x-connection: (\S+)/i.exec(request.head)?.[1] ?? name
      answer(request.head, record, write)
      hashes[name] = [received.copy().digest('hex'), sent.copy().digest('hex')]
    }
  })
  socket.on('error', () => undefined)
}

/** The first whole request of some bytes, with a length or in chunks. */
function next(bytes: Buffer): { readonly head: string; readonly length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  if (/transfer-encoding: chunked/i.test(head)) {
    const last = bytes.indexOf('0;last\r\n\r\n', end)
    return last === -1 ? undefined : { head, length: last + 10 }
  }
  const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < length ? undefined : { head, length }
}

function answer(head: string, record: string, write: (bytes: Buffer | string) => void): void {
  const [, path = ''] = head.split(' ')
  const id = /x-quote: (\S+)/i.exec(head)?.[1] ?? ''
  if (path.includes('/document/')) {
    write(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\ncontent-LENGTH: ${DOCUMENT.length}\r\n\r\n`)
    write(DOCUMENT)
    return
  }
  const body = record
    .replaceAll('QUOTE', id)
    .replace('STATUS', path.endsWith('/submit') ? 'approved' : 'success')
  const type = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
  if (path.endsWith('/submit'))
    write(
      `${type}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};a=b\r\n${body}\r\n0;last\r\nX-Trailer: 1\r\n\r\n`,
    )
  else write(`${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

/** Passes bytes on, and does nothing else: what any proxy costs at least. */
function pipe(socket: Socket, to: number): void {
  const target = new (socket.constructor as typeof Socket)({ allowHalfOpen: true })
  target.connect(to, '127.0.0.1').setNoDelay(true)
  socket.pipe(target).pipe(socket)
  for (const one of [socket, target]) one.on('error', () => socket.destroy())
}

process.on('message', (task: EndTask) => {
  if (task.kind === 'hashes') {
    process.send?.(hashes)
    return
  }
  const server = createServer({ noDelay: true, allowHalfOpen: task.kind === 'pipe' }, (socket) =>
    task.kind === 'pipe' ? pipe(socket, task.to) : serve(socket, task.record),
  )
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () =>
    process.send?.((server.address() as AddressInfo).port),
  )
})

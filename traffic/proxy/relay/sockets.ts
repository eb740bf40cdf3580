import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Breaks a connection, so that the other side sees that it is broken. TLS sees it by the end that was not announced. */
export function breakOff(socket: Socket): void {
  if (socket.destroyed) return
  if (socket instanceof TLSSocket || socket.connecting) socket.destroy()
  else socket.resetAndDestroy()
}

/** Ends a connection once all that was written has gone out. */
export function endSocket(socket: Socket): void {
  if (!socket.destroyed) socket.destroySoon()
}

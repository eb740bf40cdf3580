import type { Socket } from 'node:net'

/** The longest that a platform is waited for after an answer, in milliseconds. */
const MOST_MS = 500
/** After so many waits in vain in a row a platform is known to leave connections open. */
const IN_VAIN = 5

/**
 * Waits until the other side of an answered request has closed the connection, which is told it to. Then it has read the answer. On a
 * machine under load that may be long after the answer was written, and a moved clock must not go on before.
 */
export class Departures {
  #inVain = 0

  async of(socket: Socket): Promise<void> {
    if (socket.closed || this.#inVain >= IN_VAIN) return
    const closed = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), MOST_MS)
      socket.once('close', () => {
        clearTimeout(timer)
        resolve(true)
      })
    })
    this.#inVain = closed ? 0 : this.#inVain + 1
  }
}

/** Makes a connection of a server stay open for the other side's end, once the server has sent its own. */
export function staysOpen(socket: Socket): void {
  socket.destroySoon = () => void socket.end()
}

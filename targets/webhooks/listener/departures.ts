import type { Socket } from 'node:net'

/** The longest wait for a platform to close its connection after an answer, in milliseconds. */
const MOST_MS = 500
/** After so many waits in vain in a row the platform is taken to leave connections open. */
const IN_VAIN = 5

/**
 * Waits until the other side has closed the connection after an answer, which asks for that. Then it has read the answer. On a
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

/** Keeps a server's connection open until the other side ends it, even after the server has ended its own side. */
export function staysOpen(socket: Socket): void {
  socket.destroySoon = () => void socket.end()
}

import type { Socket } from 'node:net'
import { eitherOver } from './either-clock.ts'

/** The bytes that drip. The status follows in one piece, so that nobody can read it early. */
const BEGINNING = 'HTTP/1.1 '
/** Target time and real time of which one passes between two bytes, in milliseconds: far shorter than any deadline. */
const DRIP_MS = 4000
/**
 * So many bytes at the end are due by target time alone. On a slow machine far more real time passes than target time, and would
 * use them up.
 */
const BY_TARGET_TIME = 4

/** The connection of an answer, and the time that passes meanwhile. */
interface Surroundings {
  readonly socket: Socket
  readonly passiveSleep: (ms: number) => Promise<void>
  /** Says that something is being written, until the hold is disposed of. */
  readonly begin: () => Disposable
}

/**
 * The head of an answer whose status line is sent byte by byte. A byte is due by a clock that is moved and by that of the machine.
 * A platform may measure the pause between two bytes by either of them.
 */
export class DrippingHead {
  readonly #around: Surroundings
  #sent = 0
  #isComplete = false

  /** Begins to drip. */
  constructor(around: Surroundings) {
    this.#around = around
    // A run that ends meanwhile is noticed by whoever waits to complete the answer.
    void this.#drip().catch(() => undefined)
  }

  /**
   * Sends the rest of an answer without a body, and ends the connection.
   *
   * @returns false where the other side has closed it before
   */
  async complete(status: number): Promise<boolean> {
    this.#isComplete = true
    const { socket } = this.#around
    if (socket.destroyed) return false
    const rest = `${status} OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
    await this.#write(BEGINNING.slice(this.#sent) + rest)
    socket.end()
    return true
  }

  async #drip(): Promise<void> {
    const { socket, passiveSleep } = this.#around
    while (this.#sent < BEGINNING.length) {
      if (BEGINNING.length - this.#sent > BY_TARGET_TIME) await eitherOver(passiveSleep, DRIP_MS, DRIP_MS)
      else await passiveSleep(DRIP_MS)
      if (this.#isComplete || socket.destroyed) return
      this.#sent += 1
      await this.#write(BEGINNING.slice(this.#sent - 1, this.#sent))
    }
  }

  /** Resolves when the system has taken the bytes, or the other side has gone. */
  async #write(text: string): Promise<void> {
    using _ = this.#around.begin()
    await new Promise<void>((resolve) => this.#around.socket.write(text, 'latin1', () => resolve()))
  }
}

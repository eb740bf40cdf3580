/** Bytes that come in pieces. However small these are, they take no more room than what they hold, twice over. */
export class Gathered {
  #room: Buffer = Buffer.alloc(0)
  #size = 0
  #expected = 0

  /** Makes room at once for what is to come, so that a long body is not copied as it grows. */
  expect(bytes: number): void {
    this.#expected = bytes
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length
    if (size > this.#room.length) {
      // Nearly every body comes in one piece, or says how long it is.
      const room = Buffer.allocUnsafeSlow(
        this.#size === 0 ? Math.max(size, this.#expected) : Math.max(size, 2 * this.#room.length),
      )
      this.#room.copy(room, 0, 0, this.#size)
      this.#room = room
    }
    this.#room.set(piece, this.#size)
    this.#size = size
  }

  /** Everything that has come. */
  whole(): Buffer {
    const { length } = this.#room
    const whole = this.#room.subarray(0, this.#size)
    return length > 1.1 * this.#size ? Buffer.from(whole) : whole
  }
}

/** Collects bytes that come in pieces. However small the pieces are, it needs at most twice the memory of their bytes. */
export class ByteCollector {
  #room: Buffer = Buffer.alloc(0)
  #size = 0
  #expected = 0

  /** Reserves memory for the expected bytes, so that a long body is not copied as it grows. */
  expect(bytes: number): void {
    this.#expected = bytes
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length
    if (size > this.#room.length) {
      // Nearly every body comes in one piece, or states its length.
      const room = Buffer.allocUnsafeSlow(
        this.#size === 0 ? Math.max(size, this.#expected) : Math.max(size, 2 * this.#room.length),
      )
      this.#room.copy(room, 0, 0, this.#size)
      this.#room = room
    }
    this.#room.set(piece, this.#size)
    this.#size = size
  }

  /** All bytes so far. */
  whole(): Buffer {
    const { length } = this.#room
    const whole = this.#room.subarray(0, this.#size)
    return length > 1.1 * this.#size ? Buffer.from(whole) : whole
  }
}

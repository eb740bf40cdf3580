import { createHash, randomBytes } from 'node:crypto'

/** Source of ids and secrets. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string
  /** An unguessable word of 32 random bytes, base64url. */
  secret(): string
}

/**
 * @param seed makes every id and secret reproducible, so that a run can be repeated; absent: they are random
 * @param start how often a sandbox with the same data was started before: ids must not come twice
 */
export function startRandom(seed?: number, start = 0): Random {
  const series = start === 0 ? seed : `${seed}/${start}`
  let count = 0
  const bytes =
    seed === undefined
      ? randomBytes
      : (size: number): Buffer =>
          createHash('sha256').update(`${series}/${count++}`).digest().subarray(0, size)
  return {
    uuid() {
      const raw = bytes(16)
      raw.writeUInt8((raw.readUInt8(6) & 0x0f) | 0x40, 6)
      raw.writeUInt8((raw.readUInt8(8) & 0x3f) | 0x80, 8)
      return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    secret: () => bytes(32).toString('base64url'),
  }
}

import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'

/** A password as it is kept: its parameters stand beside it, so that they can be raised later. Bytes are base64url. */
export type PasswordHash =
  | {
      readonly by: 'argon2id'
      /** Memory in KiB. */
      readonly memory: number
      readonly passes: number
      readonly salt: string
      readonly hash: string
    }
  | { readonly by: 'scrypt'; readonly cost: number; readonly salt: string; readonly hash: string }

export interface Passwords {
  hash(password: string): Promise<PasswordHash>
  /**
   * Says whether a password is the one that was hashed. Without a hash it takes as long and is false, so that nobody learns from
   * the time whether there is an account.
   */
  matches(password: string, kept: PasswordHash | undefined): Promise<boolean>
}

const BYTES = 32
/** The memory of argon2id in KiB and its passes, as OWASP recommends; the cost of scrypt likewise. */
const STRENGTH = { memory: 19_456, passes: 2, cost: 2 ** 17 }
const BLOCK = 8

const scrypt = promisify<string, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt)
// Node has it from 24.7 on.
const hasArgon2 = 'argon2' in crypto

function derive(password: string, { salt, ...how }: Omit<PasswordHash, 'hash'> & Strength): Promise<Buffer> {
  const nonce = Buffer.from(salt, 'base64url')
  if (how.by === 'argon2id') {
    const { memory = STRENGTH.memory, passes = STRENGTH.passes } = how
    const parameters = { message: password, nonce, parallelism: 1, tagLength: BYTES, memory, passes }
    return promisify(crypto.argon2)('argon2id', parameters)
  }
  const { cost = STRENGTH.cost } = how
  return scrypt(password, nonce, BYTES, { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK })
}

type Strength = Partial<typeof STRENGTH>

/**
 * Hashes passwords by argon2id, or by scrypt where Node has no argon2id. At most two at once: each takes much memory.
 *
 * @param strength weaker for tests
 */
export function createPasswords(strength: typeof STRENGTH = STRENGTH): Passwords {
  const limit = pLimit(2)
  const newSalt = () => crypto.randomBytes(16).toString('base64url')
  const hash = async (password: string): Promise<PasswordHash> => {
    const { memory, passes, cost } = strength
    const how = hasArgon2
      ? ({ by: 'argon2id', memory, passes, salt: newSalt() } as const)
      : ({ by: 'scrypt', cost, salt: newSalt() } as const)
    const derived = await limit(() => derive(password, how))
    return { ...how, hash: derived.toString('base64url') }
  }
  return {
    hash,
    async matches(password, kept) {
      if (kept === undefined) {
        await hash(password)
        return false
      }
      const derived = await limit(() => derive(password, kept))
      return crypto.timingSafeEqual(derived, Buffer.from(kept.hash, 'base64url'))
    },
  }
}

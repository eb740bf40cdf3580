import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { ConformanceError } from '../conformance/errors.ts'

/** Encrypts texts that must be read again, such as signing secrets. */
export interface Sealing {
  /** Says which key it is, and reveals nothing of it. */
  readonly keyId: string
  /** @param place where the text is stored; it opens there only */
  seal(text: string, place: string): string
  /** @throws ConformanceError STORAGE_UNUSABLE for a text of another key or place, or one that was changed */
  open(sealed: string, place: string): string
}

export const KEY_BYTES = 32
const [CIPHER, IV_BYTES, TAG_BYTES] = ['aes-256-gcm', 12, 16] as const

export function createSealing(key: Uint8Array): Sealing {
  return {
    keyId: createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16),
    seal(text, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place))
      const bytes = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(bytes).toString('base64url')
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
        return (
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch (cause) {
        throw new ConformanceError(
          'STORAGE_UNUSABLE',
          `a secret of ${place} was changed, or sealed with another key`,
          { cause },
        )
      }
    },
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignatureFinding } from '../../../conformance/ports/webhooks.ts'
import type { SignedDelivery, SigningSecrets } from './delivery.ts'
import { explain } from './diagnosis.ts'

export type { SigningSecrets } from './delivery.ts'

/**
 * Finds the secret that signed a delivery, and the text that was signed (clause 6.signature.1). The signature is HMAC-SHA256,
 * hexadecimal in either case, over the id, a dot, the timestamp, a dot and the bytes of the body. Where neither valid secret gives
 * the value, known mistakes are tried as an explanation.
 */
export function findSignature(delivery: SignedDelivery, secrets: SigningSecrets): SignatureFinding {
  const { value } = delivery
  if (value === undefined) return { signedWith: 'none' }
  if (isSigned(delivery, secrets.current)) return { value, signedWith: 'current' }
  if (isSigned(delivery, secrets.former)) return { value, signedWith: 'former' }
  const diagnosis = explain(delivery, secrets)
  return { value, signedWith: 'none', ...(diagnosis !== undefined && { diagnosis }) }
}

/** Says whether a secret signed a delivery as clause 6.signature.1 says. It explains nothing, which takes much longer. */
export function isSigned(
  { eventId, timestamp, value, body }: SignedDelivery,
  secret: string | undefined,
): boolean {
  if (eventId === undefined || timestamp === undefined || secret === undefined) return false
  if (value === undefined || !/^[0-9a-f]{64}$/i.test(value)) return false
  // Node decodes header values as Latin-1, so this restores the bytes on the wire.
  const mac = createHmac('sha256', secret)
  mac.update(eventId, 'latin1').update('.').update(timestamp, 'latin1').update('.').update(body)
  return timingSafeEqual(mac.digest(), Buffer.from(value, 'hex'))
}

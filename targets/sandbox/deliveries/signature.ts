import { createHmac } from 'node:crypto'

/** Contents of one attempt. */
export interface SignedMessage {
  readonly eventId: string
  /** ISO 8601 moment of the attempt. */
  readonly timestamp: string
  readonly body: string
}

/** The text that is signed (6, signature rule 1): event id, timestamp and body, joined by periods. */
export const signedText = ({ eventId, timestamp, body }: SignedMessage): string =>
  `${eventId}.${timestamp}.${body}`

/** HMAC-SHA256 in lower-case hex. */
export const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex')

import { CannotTell } from '../../conformance/verdict.ts'
import { utf8 } from '../evidence/body.ts'
import type { Recorder } from '../evidence/recorder.ts'
import { MOST_DOCUMENT_BYTES, readBounded } from '../profile/bounded.ts'
import type { PlatformProfile } from '../profile/profile.ts'
import { exchangeResult } from './credentials/token-cache.ts'
import type { RequestSender } from './http/request-sender.ts'

/**
 * Reads the target's own OpenAPI document, from a file or an address.
 *
 * @throws CannotTell when the profile names none or it cannot be read
 */
export async function readOwnDescription(
  { description }: PlatformProfile,
  sender: RequestSender,
  recorder: Recorder,
): Promise<string> {
  if (!description)
    throw new CannotTell("no OpenAPI document of the target's own in the profile", 'description')
  if (description.kind === 'file') {
    try {
      return readBounded(description.location, MOST_DOCUMENT_BYTES)
    } catch {
      throw new CannotTell('the OpenAPI document that the profile names cannot be read', 'description')
    }
  }
  const exchange = await sender.sendBeside({
    operation: 'other',
    method: 'GET',
    url: description.location.replace(/#.*$/, ''),
    headers: [
      ['accept', 'application/yaml, application/json, */*;q=0.5'],
      ['user-agent', 'quote-conformance'],
    ],
  })
  const bytes = recorder.bytes(exchange)
  const text = bytes && exchange.answer?.status === 200 ? utf8(bytes) : undefined
  if (text !== undefined) return text
  throw new CannotTell(`the OpenAPI document could not be read: ${exchangeResult(exchange)}`, 'description')
}

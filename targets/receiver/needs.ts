import type { Lack } from '../../conformance/need.ts'
import type { ReceiverNeed } from '../../conformance/ports/receiver.ts'
import type { ReceiverProfile } from '../profile/index.ts'

/** The needs that a receiver's profile can meet. */
export const RECEIVER_NEEDS: readonly ReceiverNeed[] = [
  { secret: 'previous' },
  { secret: 'revoked' },
  { offers: 'https' },
  { offers: 'restart' },
]

/** Checks a scenario's need against a receiver's profile; undefined when it is met. */
export function receiverLackOf(need: ReceiverNeed, profile: ReceiverProfile): Lack | undefined {
  return isMet(need, profile) ? undefined : lackAs(need)
}

function isMet(need: ReceiverNeed, { secrets, url, restart }: ReceiverProfile): boolean {
  if ('secret' in need) return secrets[need.secret] !== undefined
  return need.offers === 'https' ? /^https:/i.test(url) : restart !== undefined
}

/** The profile key of a need, and the text where it is not met. */
export function lackAs(need: ReceiverNeed): Lack {
  if ('secret' in need)
    return need.secret === 'previous'
      ? { why: 'no secret in its grace period in the profile', key: 'receiver.previous_signing_secret' }
      : { why: 'no secret in the profile that is no longer valid', key: 'receiver.revoked_signing_secret' }
  return need.offers === 'https'
    ? { why: 'the receiver is on http, so that TLS plays no part', key: 'receiver.url' }
    : { why: 'no command in the profile that starts the receiver anew', key: 'receiver.restart' }
}

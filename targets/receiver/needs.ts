import type { Lack, Need } from '../../conformance/need.ts'
import type { ReceiverProfile } from '../profile/index.ts'

/** The needs that a receiver's profile can meet; scenarios that have others are not driven. */
export const RECEIVER_NEEDS: readonly Need[] = [
  { secret: 'previous' },
  { secret: 'revoked' },
  { offers: 'https' },
  { offers: 'restart' },
]

/** Holds a scenario's need against a receiver's profile; undefined when it is met. */
export function lackOf(need: Need, profile: ReceiverProfile): Lack | undefined {
  return isMet(need, profile) ? undefined : lackAs(need)
}

function isMet(need: Need, { secrets, url, restart }: ReceiverProfile): boolean {
  if ('secret' in need) return secrets[need.secret] !== undefined
  if (!('offers' in need)) return false
  return (
    (need.offers === 'https' && /^https:/i.test(url)) || (need.offers === 'restart' && restart !== undefined)
  )
}

/** The key of a need in the profile, and what to say where it is not met. */
export function lackAs(need: Need): Lack {
  if ('secret' in need)
    return need.secret === 'previous'
      ? { why: 'no secret in its grace period in the profile', key: 'receiver.previous_signing_secret' }
      : { why: 'no secret in the profile that is no longer valid', key: 'receiver.revoked_signing_secret' }
  if ('offers' in need && need.offers === 'https')
    return { why: 'the receiver is on http, so that TLS plays no part', key: 'receiver.url' }
  if ('offers' in need && need.offers === 'restart')
    return { why: 'no command in the profile that starts the receiver anew', key: 'receiver.restart' }
  const [[kind, name] = []] = Object.entries(need)
  return { why: `a receiver does not offer the ${kind} ${name}`, key: `${kind}.${name}` }
}

import type { ReceiverProfile } from '../profile/index.ts'

/** Why a need is not met, and the profile key that would meet it. */
interface Lack {
  readonly why: string
  readonly key: string
}

/**
 * Holds a scenario's need against a receiver's profile.
 *
 * @param need see `Need` in the conformance room
 * @returns undefined when the need is met
 */
export function lackOf(need: string, profile: ReceiverProfile): Lack | undefined {
  const { secrets, url, restart } = profile
  const lacks: Readonly<Record<string, readonly [met: boolean, why: string, key: string]>> = {
    'secret previous': [
      secrets.previous !== undefined,
      'no secret in its grace period in the profile',
      'receiver.previous_signing_secret',
    ],
    'secret revoked': [
      secrets.revoked !== undefined,
      'no secret in the profile that is no longer valid',
      'receiver.revoked_signing_secret',
    ],
    https: [/^https:/i.test(url), 'the receiver is on http, so that TLS plays no part', 'receiver.url'],
    restart: [
      restart !== undefined,
      'no command in the profile that starts the receiver anew',
      'receiver.restart',
    ],
  }
  const [met, why, key] = lacks[need] ?? [false, `nothing is known of the need ${need}`, need]
  return met ? undefined : { why, key }
}

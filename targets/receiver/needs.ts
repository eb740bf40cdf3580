import type { ReceiverProfile } from '../profile/index.ts'

/** Why a need is not met, and the profile key that would meet it. */
interface Lack {
  readonly why: string
  readonly key: string
}

interface Need extends Lack {
  readonly met: boolean
}

/** What scenarios may need of a receiver's profile, by the names of the needs (see `Need` in the conformance room). */
export function needsOf({ secrets, url, restart }: ReceiverProfile): Readonly<Record<string, Need>> {
  return {
    'secret previous': {
      met: secrets.previous !== undefined,
      why: 'no secret in its grace period in the profile',
      key: 'receiver.previous_signing_secret',
    },
    'secret revoked': {
      met: secrets.revoked !== undefined,
      why: 'no secret in the profile that is no longer valid',
      key: 'receiver.revoked_signing_secret',
    },
    https: {
      met: /^https:/i.test(url),
      why: 'the receiver is on http, so that TLS plays no part',
      key: 'receiver.url',
    },
    restart: {
      met: restart !== undefined,
      why: 'no command in the profile that starts the receiver anew',
      key: 'receiver.restart',
    },
  }
}

/**
 * Holds a scenario's need against a receiver's profile.
 *
 * @returns undefined when the need is met
 */
export function lackOf(need: string, profile: ReceiverProfile): Lack | undefined {
  const known = needsOf(profile)[need] ?? {
    met: false,
    why: `nothing is known of the need ${need}`,
    key: need,
  }
  return known.met ? undefined : { why: known.why, key: known.key }
}

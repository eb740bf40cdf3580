import { cannotTell } from '../../../../conformance/verdict.ts'

/** The verdict where the profile has no such secret: it names the key to add. */
export const NO_SECRET = {
  previous: cannotTell('no secret in its grace period in the profile', 'receiver.previous_signing_secret'),
  revoked: cannotTell('no secret in the profile that is no longer valid', 'receiver.revoked_signing_secret'),
} as const

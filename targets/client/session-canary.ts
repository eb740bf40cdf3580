import type { Session } from '../../conformance/ports/client.ts'

/** Adds the canary of the run to secrets that are awkward anyway. */
export function withCanary(session: Session, canary: string): Session {
  const { platform } = session
  if (platform?.secretSuffix === undefined) return session
  return { ...session, platform: { ...platform, secretSuffix: `${platform.secretSuffix}${canary}` } }
}

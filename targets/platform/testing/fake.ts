import { onTestFinished } from 'vitest'
import type { Lease } from '../../../conformance/ports/target.ts'
import type { TraceEvidence } from '../../../conformance/trace.ts'
import { profileFrom } from '../../profile/load.ts'
import type { PlatformProfile } from '../../profile/profile.ts'
import type { PlatformOptions } from '../options.ts'
import { openPlatform, type PlatformTarget } from '../target.ts'

/** A profile for a fake; `more` is merged into its written form. */
export function fakeProfile(origin: string, more: object = {}): PlatformProfile {
  return profileFrom({
    name: 'fake',
    base_url: `${origin}/api`,
    auth_url: `${origin}/token`,
    credentials: {
      client_id: 'm2m-7-a',
      client_secret: 'Client-Secret+/=1',
      integration_key: 'integration-key-1',
    },
    ...more,
  })
}

/** Opens a fake as a target until the test is over. */
export async function opened(
  origin: string,
  more: object = {},
  options: Partial<PlatformOptions> = {},
): Promise<PlatformTarget> {
  const target = await openPlatform(fakeProfile(origin, more), { seed: 1, apiVersion: 'v1.14.2', ...options })
  onTestFinished(() => target.close())
  return target
}

/** The evidence of a lease as it is shown and stored. */
export function shownOf(
  target: PlatformTarget,
  lease: Pick<Lease<unknown>, 'exchanges' | 'arrivals'>,
): TraceEvidence {
  return target.shown({ exchanges: lease.exchanges(), arrivals: lease.arrivals() })
}

import { embeddedTarget, openPlatform, type PlatformTarget } from '../../targets/platform/index.ts'
import { startSandbox } from '../../targets/sandbox/index.ts'
import type { Opening } from '../side.ts'
import type { DescribedPlatform } from './described.ts'

/** Opens a platform by its profile, or starts the embedded sandbox. */
export function openDescribed(
  { profile, sandbox, driving }: DescribedPlatform,
  { seed, spec, now, journal }: Opening,
): Promise<PlatformTarget> {
  const options = { ...driving, seed, apiVersion: spec.version, now }
  if (profile !== undefined) return openPlatform(profile, { ...options, ...(journal && { journal }) })
  // A platform of this process goes with everything in it: there is nothing to undo.
  return embeddedTarget(() => startSandbox({ ...sandbox, seed, clock: 'virtual' }), options)
}

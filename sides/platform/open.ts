import { embeddedTarget, openPlatform, type PlatformTarget } from '../../targets/platform/index.ts'
import type { OpeningSettings } from '../side.ts'
import type { DescribedPlatform } from './described.ts'
import { openSandboxes } from './sandbox/threaded.ts'

/** Opens a platform by its profile, or starts the embedded sandbox. */
export async function openDescribed(
  { profile, sandbox, driving }: DescribedPlatform,
  { seed, spec, now, journal }: OpeningSettings,
): Promise<PlatformTarget> {
  const options = { ...driving, seed, apiVersion: spec.version, now }
  if (profile !== undefined) return openPlatform(profile, { ...options, ...(journal && { journal }) })
  // An embedded platform ends with all its state: there is nothing to undo.
  const sandboxes = openSandboxes({ kind: sandbox, seed })
  try {
    const target = await embeddedTarget(() => sandboxes.start(), options)
    const close = async () => {
      await target.close()
      await sandboxes.close()
    }
    return { ...target, close }
  } catch (error) {
    await sandboxes.close()
    throw error
  }
}

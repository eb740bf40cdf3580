import type { Obstacle } from '../../conformance/events.ts'
import type { PlatformPorts } from '../../conformance/ports/platform.ts'
import { type PlatformContext, platformContext, platformSuite } from '../../suites/platform/index.ts'
import { canariesOf, inventoryOf, type PlatformTarget, preflight } from '../../targets/platform/index.ts'
import type { SideOf } from '../side.ts'
import { type DescribedPlatform, describePlatform, type PlatformSideOptions } from './described.ts'
import { discoverRecipes } from './discovery/recipes.ts'
import { openDescribed } from './open.ts'

export const platformSide: SideOf<
  PlatformSideOptions,
  DescribedPlatform,
  PlatformPorts,
  PlatformContext,
  PlatformTarget
> = {
  name: 'platform',
  suite: platformSuite,
  context: platformContext,
  describe: describePlatform,
  inventory: ({ profile }) => (profile === undefined ? [] : inventoryOf(profile)),
  open: openDescribed,
  ready: obstacleTo,
  doctor: (target) => preflight(target),
  canaries: (seed) => Object.values(canariesOf(seed)),
  // Loaded late: a run needs it for its report and not to begin.
  catches: async () => (await import('../../targets/sandbox/mutants/index.ts')).catchesOf,
  discover: discoverRecipes,
}

async function obstacleTo(
  target: PlatformTarget,
  run: { readonly writes: boolean },
): Promise<Obstacle | undefined> {
  const failed = (await preflight(target, run)).find(({ ok }) => !ok)
  // A fault of the target itself is for the claims to say.
  if (failed === undefined || failed.cause === undefined || failed.cause === 'target') return undefined
  return { why: `${failed.name}: ${failed.message}`, cause: failed.cause }
}

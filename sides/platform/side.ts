import type { Obstacle } from '../../conformance/events.ts'
import type { PlatformPorts } from '../../conformance/ports/platform.ts'
import { count } from '../../reporters/index.ts'
import { type PlatformContext, platformContext, platformSuite } from '../../suites/platform/index.ts'
import {
  canariesOf,
  commonSecretsOf,
  inventoryOf,
  type PlatformTarget,
  preflight,
} from '../../targets/platform/index.ts'
import type { PlatformProfile } from '../../targets/profile/index.ts'
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
  notice: ({ profile }) => (profile === undefined ? undefined : noticeOf(profile)),
  inventory: ({ profile }) => (profile === undefined ? [] : inventoryOf(profile)),
  open: openDescribed,
  ready: obstacleTo,
  doctor: (target) => preflight(target),
  canaries: (seed) => Object.values(canariesOf(seed)),
  remark: (target) => remarkOf(target.putOff()),
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

/** Warns of secrets that are common words: reports will show holes in innocent texts. */
function noticeOf(profile: PlatformProfile): string | undefined {
  const common = commonSecretsOf(profile)
  if (common.length === 0) return undefined
  const are = common.length === 1 ? 'is a common word' : 'are common words'
  return `${common.join(', ')} ${are}: wherever such a word stands, reports show [redacted]; verdicts do not depend on it`
}

function remarkOf(putOff: ReturnType<PlatformTarget['putOff']>): string | undefined {
  if (putOff === undefined) return undefined
  const { requests, perSecond } = putOff
  const rate = perSecond === undefined ? '' : `, and ${perSecond} a second went out at most in the end`
  return `${count(requests, 'request')} put off by the target (429 or 503) came again${rate}`
}

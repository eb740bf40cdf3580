import type { Obstacle } from '../../conformance/events.ts'
import type { PlatformPorts } from '../../conformance/ports/platform.ts'
import type { PreflightCheck } from '../../conformance/preflight.ts'
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
import { leftText } from './left.ts'
import { openDescribed } from './open.ts'
import { recordedOrder } from './order.ts'

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
  longest: ({ profile }) => profile?.timing.run,
  inventory: ({ profile }) => (profile === undefined ? [] : inventoryOf(profile)),
  open: openDescribed,
  ready: obstacleTo,
  doctor: async (target, { profile }, spec) => {
    const seen = [...(await preflight(target)), ...(await receiverChecks(target, profile))]
    const mayTry = profile?.environment === 'sandbox' && seen.every(({ ok }) => ok)
    return mayTry
      ? [...seen, ...(await (await import('./trial/index.ts')).tryProfile(target, profile, spec))]
      : seen
  },
  canaries: (seed) => Object.values(canariesOf(seed)),
  remark: (target) => {
    const said = [remarkOf(target.putOff()), leftText(target.left())].flatMap((text) => text ?? [])
    return said.length === 0 ? undefined : said.join('\n')
  },
  clean: (target, undos) => target.clean(undos),
  // Loaded late: only the report of a run needs it.
  catches: async () => (await import('../../targets/sandbox/mutants/index.ts')).catchesOf,
  explanations: async () => (await import('../../targets/sandbox/mutants/index.ts')).explanationsOf,
  order: recordedOrder,
  discover: discoverRecipes,
}

/** Checks that the suite's own receiver can listen, where a profile has events sent to it. */
async function receiverChecks(
  target: PlatformTarget,
  profile: PlatformProfile | undefined,
): Promise<readonly PreflightCheck[]> {
  if (profile?.webhooks === undefined && profile?.operator.register_endpoint === undefined) return []
  const problem = await target.receiverProblem()
  if (problem !== undefined)
    return [{ name: 'webhooks', ok: false, message: `webhooks.listen: ${problem}`, cause: 'profile' }]
  return [{ name: 'webhooks', ok: true, message: "the suite's own receiver can listen" }]
}

async function obstacleTo(
  target: PlatformTarget,
  run: { readonly writes: boolean },
): Promise<Obstacle | undefined> {
  const failed = (await preflight(target, run)).find(({ ok }) => !ok)
  // A fault of the target itself is left to the claims.
  if (failed === undefined || failed.cause === undefined) return undefined
  if (failed.cause === 'target' && failed.blocks !== true) return undefined
  return { why: `${failed.name}: ${failed.message}`, cause: failed.cause }
}

/** Warns of secrets that look like words: reports will redact the same letters in innocent texts too. */
function noticeOf(profile: PlatformProfile): string | undefined {
  const common = commonSecretsOf(profile)
  if (common.length === 0) return undefined
  const are = common.length === 1 ? 'is' : 'are'
  return `${common.join(', ')} ${are} short or made of letters only: reports show [redacted] wherever the same characters stand; verdicts do not depend on it`
}

function remarkOf(putOff: ReturnType<PlatformTarget['putOff']>): string | undefined {
  if (putOff === undefined) return undefined
  const { requests, perSecond } = putOff
  const rate = perSecond === undefined ? '' : `, and ${perSecond} a second went out at most in the end`
  return `${count(requests, 'request')} put off by the target (429 or 503) came again${rate}`
}

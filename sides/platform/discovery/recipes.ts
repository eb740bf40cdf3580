import { usageError } from '../../../conformance/errors.ts'
import { CannotTell } from '../../../conformance/verdict.ts'
import { platformContext } from '../../../suites/platform/index.ts'
import { preflight } from '../../../targets/platform/index.ts'
import type { Discovered, OpeningSettings } from '../../side.ts'
import type { DescribedPlatform } from '../described.ts'
import { openDescribed } from '../open.ts'
import { type Discovery, discover, OUTCOMES } from './discover.ts'
import { discoveryBlock, discoveryText, progressTo } from './text.ts'

interface DiscoveryOpening extends OpeningSettings {
  readonly allowWrites: boolean
  readonly signal: AbortSignal
  notify?(line: string): void
}

/** Requests a second, if the command line does not say. A platform on real time may also serve others. */
const POLITE_RATE = 10

const MOST_REQUESTS = 200

const NOTHING: Discovery = { outcomes: {}, seen: {}, requests: 0 }

/** Finds recipes that the profile lacks, where the command line asks for it. */
export async function discoverRecipes(
  described: DescribedPlatform,
  opening: DiscoveryOpening,
): Promise<Discovered<DescribedPlatform> | undefined> {
  if (described.discovery === undefined) return undefined
  const found = await discoverOutcomes(described, described.discovery.mostRequests ?? MOST_REQUESTS, opening)
  return {
    described: { ...described, driving: { ...described.driving, discovered: found.outcomes } },
    summary: discoveryText(found),
    ...(Object.keys(found.outcomes).length === 0 ? {} : { block: discoveryBlock(found) }),
  }
}

/**
 * Opens the target for discovery alone and closes it again. Obstacles are left to the run to report.
 *
 * @throws ConformanceError USAGE where the target is in production, since discovery writes
 */
async function discoverOutcomes(
  described: DescribedPlatform,
  most: number,
  opening: DiscoveryOpening,
): Promise<Discovery> {
  const { allowWrites, signal, spec, notify } = opening
  const { profile, driving } = described
  const politely = profile === undefined ? driving : { rate: POLITE_RATE, ...driving }
  const target = await openDescribed({ ...described, driving: politely }, opening)
  const close = () => void target.close()
  try {
    const wanted = OUTCOMES.filter((outcome) => target.lacks({ outcome }) !== undefined)
    if (target.facts.environment === 'production' && !allowWrites)
      throw usageError('--discover submits quotes: in production it should come with --allow-writes')
    if (
      wanted.length === 0 ||
      signal.aborted ||
      (await preflight(target, { writes: false })).some(({ ok }) => !ok)
    )
      return NOTHING
    signal.addEventListener('abort', close, { once: true })
    const lease = await target.lease({ id: 'discovery/outcomes', exclusive: false })
    try {
      return await discover(platformContext(lease.ports, spec), {
        most,
        spent: () => lease.exchanges().length,
        wanted,
        ...(notify && { progress: progressTo(notify) }),
      })
    } finally {
      await lease.release()
    }
  } catch (error) {
    // The target is lost or the run was interrupted: the run that follows reports it.
    if (error instanceof CannotTell) return NOTHING
    throw error
  } finally {
    signal.removeEventListener('abort', close)
    await target.close()
  }
}

import { stringify } from 'yaml'
import { CannotTell } from '../conformance/verdict.ts'
import { count, printable } from '../reporters/index.ts'
import type { Spec } from '../spec/index.ts'
import { DISCOVERABLE, type Discovery, discover, platformContext } from '../suites/platform/index.ts'
import { preflight } from '../targets/platform/index.ts'
import type { RunCommandOptions } from './commands/run.ts'
import { usageError } from './failure.ts'
import type { DescribedTarget, OpenOptions } from './open-target.ts'

interface Parts extends Pick<DescribedTarget, 'open'> {
  readonly spec: Spec
  readonly options: RunCommandOptions & { readonly seed: number }
  readonly driving: OpenOptions
  readonly signal: AbortSignal
}

/** Requests a second where the command line does not say; a platform on real time may be somebody else's. */
const POLITE_RATE = 10

const MOST_REQUESTS = 200

const NOTHING: Discovery = { outcomes: {}, seen: {}, requests: 0 }

/**
 * Opens the target for discovery alone and closes it again. What stands in the way of it is left to the run to report.
 *
 * @throws ConformanceError USAGE where the target is in production, since discovery writes
 */
export async function discoverOutcomes({ open, spec, options, driving, signal }: Parts): Promise<Discovery> {
  const target = await open(options.seed, {
    ...driving,
    ...(options.target !== undefined && { rate: options.rate ?? POLITE_RATE }),
  })
  const close = () => void target.close()
  try {
    const wanted = DISCOVERABLE.filter((outcome) => target.lacks({ outcome }) !== undefined)
    if (target.facts.environment === 'production' && options.allowWrites !== true)
      throw usageError('--discover submits quotes: in production it should come with --allow-writes')
    if (
      wanted.length === 0 ||
      signal.aborted ||
      (await preflight(target, { writes: false })).some(({ ok }) => !ok)
    )
      return NOTHING
    signal.addEventListener('abort', close, { once: true })
    const lease = await target.lease({ id: 'discovery/outcomes', alone: false })
    try {
      return await discover(platformContext(lease.ports, spec), {
        most: options.discoverRequests ?? MOST_REQUESTS,
        spent: () => lease.exchanges().length,
        wanted,
      })
    } finally {
      await lease.release()
    }
  } catch (error) {
    // A target that is gone, or a run that was interrupted: the run that follows says so.
    if (error instanceof CannotTell) return NOTHING
    throw error
  } finally {
    signal.removeEventListener('abort', close)
    await target.close()
  }
}

/** What was found, with the block to paste into the profile. */
export function discoveryText({ outcomes, seen, requests }: Discovery): string {
  const clusters = Object.entries(seen)
    .toSorted(([, one], [, other]) => other - one)
    .map(([outcome, times]) => `${times} ${printable(outcome)}`)
  const found = Object.keys(outcomes).length
  const head = `discovery: ${count(requests, 'request')}; submissions by outcome: ${clusters.join(', ') || 'none'}\n`
  if (found === 0) return `${head}nothing was found that the profile lacks\n`
  const block = stringify({ outcomes }, { lineWidth: 0 }).trimEnd()
  return `${head}to put into the profile:\n\n${block.split('\n').map(printable).join('\n')}\n\n`
}

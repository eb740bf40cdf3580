import type { RunEvent } from '../conformance/events.ts'
import { eventsOf, type RunRecord } from '../reporters/index.ts'
import { plan, rejudge } from '../runner/index.ts'
import { platformSuite } from '../suites/platform/index.ts'
import { usageError } from './failure.ts'
import { specOf } from './version.ts'

/**
 * Judges what a run recorded with the claims of this version of the suite; sends nothing.
 *
 * @throws ConformanceError USAGE for a side whose claims cannot do that
 */
export async function rejudgedRun(
  record: RunRecord,
  suite: { readonly name: string; readonly version: string },
): Promise<readonly RunEvent[]> {
  const { kind, target } = record.started
  if (kind !== 'platform')
    throw usageError(`--rejudge judges runs of a platform, and this is one of a ${kind}`)
  const spec = await specOf(target.apiVersion, 'the version of the recorded run:')
  const selection = { only: [], scenarios: [], allowWrites: true }
  // Whatever was recorded is there to be judged, also where this profile would not offer it.
  const whole = plan({
    side: kind,
    rules: spec,
    suite: platformSuite(spec),
    selection,
    target: { facts: target, lacks: () => undefined },
  })
  return rejudge(eventsOf(record), { plan: whole, spec, suite })
}

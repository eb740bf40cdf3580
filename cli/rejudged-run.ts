import type { RunEvent } from '../conformance/events.ts'
import type { Suite } from '../conformance/scenario.ts'
import { eventsOf, type RunRecord } from '../reporters/index.ts'
import { plan, rejudge } from '../runner/index.ts'
import type { Spec } from '../spec/index.ts'
import { platformSuite } from '../suites/platform/index.ts'
import { receiverSuite } from '../suites/receiver/index.ts'
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
  const spec = await specOf(target.apiVersion, 'the version of the recorded run:')
  // Each suite takes contexts of its own kind, and nothing is driven here.
  if (kind === 'platform') return judged(platformSuite(spec))
  if (kind === 'receiver') return judged(receiverSuite(spec))
  throw usageError(`--rejudge judges runs of a platform or of a receiver, and this is one of a ${kind}`)

  function judged<C>(claims: Suite<C, Spec>): readonly RunEvent[] {
    const selection = { only: [], scenarios: [], allowWrites: true }
    // Whatever was recorded is there to be judged, also where this profile would not offer it.
    const whole = plan({
      side: kind,
      rules: spec,
      suite: claims,
      selection,
      target: { facts: target, lacks: () => undefined },
    })
    return rejudge(eventsOf(record), { plan: whole, spec, suite })
  }
}

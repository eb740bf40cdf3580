import { usageError } from '../../conformance/errors.ts'
import type { RunEvent } from '../../conformance/events.ts'
import { rejudge } from '../../conformance/running/rejudge.ts'
import { plan } from '../../conformance/selection/plan.ts'
import { eventsOf, type RunRecord } from '../../reporters/index.ts'
import { sides } from '../../sides/index.ts'
import { entryNamed } from '../../sides/selecting.ts'
import { specOf } from '../../sides/version.ts'

/**
 * Judges the evidence of a recorded run with the claims of this version of the suite. Sends nothing.
 *
 * @throws ConformanceError USAGE for a side whose claims cannot do that
 */
export async function rejudgedRun(
  record: RunRecord,
  suite: { readonly name: string; readonly version: string },
): Promise<readonly RunEvent[]> {
  const { kind, target, contracts, recorded } = record.started
  if (contracts !== undefined)
    throw usageError(
      '--rejudge judges runs of `run` and `certify`, and this is one of `pact verify`',
      "the library's verifier judged it; run it again",
    )
  if (recorded)
    throw usageError('--rejudge judges runs, and this is recorded traffic', 'judge DIR judges it again')
  const entry = entryNamed(sides, kind)
  if (entry === undefined)
    throw usageError(
      `--rejudge judges runs of a ${sides.map(({ name }) => name).join(' or a ')}, and this is one of a ${kind}`,
    )
  const side = await entry.load()
  const spec = await specOf(target.apiVersion, 'the version of the recorded run:')
  const selection = { only: [], scenarios: [], allowWrites: true }
  // Everything recorded is judged, even where the present profile would not offer it.
  const whole = plan({
    side: kind,
    rules: spec,
    suite: side.suite(spec),
    selection,
    target: { facts: target, lacks: () => undefined },
  })
  return rejudge(eventsOf(record), { plan: whole, spec, suite })
}

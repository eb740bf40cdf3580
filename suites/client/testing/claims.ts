import type { SessionTrace } from '../../../conformance/ports/client.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type ClaimRow, testClaims } from '../../testing/claim-table.ts'
import { type ClientClaim, clientScenario } from '../vocabulary/context.ts'
import { performance, straight, trace } from './trace.ts'

/** Tests claims with the trace of a whole journey without faults, in which each row replaces some parts. */
export function testSessionClaims(
  name: string,
  spec: Spec,
  claims: readonly ClientClaim[],
  rows: readonly ClaimRow<SessionTrace>[],
): void {
  testClaims(clientScenario({ id: `claims/${name}`, title: name, claims }), {
    spec,
    trace: trace(performance(straight())),
    rows,
  })
}

import type { PlayTrace } from '../../../conformance/ports/client.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type ClaimRow, testClaims } from '../../testing/claim-table.ts'
import { type ClientClaim, played } from '../vocabulary/context.ts'
import { performance, straight, trace } from './trace.ts'

/** Tests claims with the trace of a whole journey without faults, in which each row replaces some parts. */
export function testPlayClaims(
  name: string,
  spec: Spec,
  claims: readonly ClientClaim[],
  rows: readonly ClaimRow<PlayTrace>[],
): void {
  testClaims(played({ id: `claims/${name}`, title: name, claims }), {
    spec,
    trace: trace(performance(straight())),
    rows,
  })
}

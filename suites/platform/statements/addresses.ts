import type { Facts } from '../../../conformance/scenario.ts'
import { all, type Verdict } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/spec.ts'
import { type PlatformStandingClaim, standing } from '../vocabulary/context.ts'
import { withoutVersion } from '../vocabulary/judge/version-segment.ts'
import { recordsIn } from '../vocabulary/quotes/record.ts'

/** Claims on the URLs at which a platform serves quotes (9). A URL whose answer holds no quote record proves nothing. */
export const addressClaims: readonly PlatformStandingClaim[] = [
  standing('path-carries-no-version', versionlessPaths),
]

function versionlessPaths({ exchanges }: Facts<Spec>): Verdict | undefined {
  const paths = new Set(recordsIn(exchanges).map(({ exchange }) => new URL(exchange.request.url).pathname))
  return paths.size === 0 ? undefined : all([...paths].map((path) => withoutVersion(path, 'base_url')))
}

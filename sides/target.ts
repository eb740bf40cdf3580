import type { Environment } from '../conformance/environment.ts'
import type { Target } from '../conformance/ports/target.ts'
import type { Spec } from '../spec/index.ts'
import type { Described, SideOf, TargetOptions } from './side.ts'
import { specOf } from './version.ts'

/**
 * Reads profile and options of a side, and the specification to judge by. `--api-version` takes precedence over the profile's
 * version.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE for an unknown version
 */
export async function describeTarget<O, D extends Described, P, C, T extends Target<P>>(
  side: SideOf<O, D, P, C, T>,
  options: O & TargetOptions,
  env: Environment,
): Promise<{ readonly described: D; readonly spec: Spec }> {
  const described = await side.describe(options, env)
  const { target, apiVersion } = options
  const spec = await (apiVersion === undefined
    ? specOf(described.apiVersion, `api_version in ${target}:`)
    : specOf(apiVersion, '--api-version'))
  return { described, spec }
}

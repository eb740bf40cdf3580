import { ConformanceError, usageError } from '../conformance/errors.ts'
import { loadSpec, type Spec } from '../spec/index.ts'

/**
 * Loads the specification as of a version.
 *
 * @param from what named the version, for the error: `--api-version`, or the key of a profile
 * @throws ConformanceError USAGE for an unknown version
 */
export async function specOf(version: string | undefined, from: string): Promise<Spec> {
  try {
    return await loadSpec(version === undefined ? {} : { version })
  } catch (error) {
    if (!(error instanceof ConformanceError) || error.code !== 'VERSION_UNKNOWN') throw error
    throw usageError(`${from} ${version} should be a version of the changelog`, error.hint)
  }
}

import type { Environment } from '../../conformance/environment.ts'
import { usageError } from '../../conformance/errors.ts'
import type { PlatformOptions } from '../../targets/platform/index.ts'
import { loadProfile, type PlatformProfile } from '../../targets/profile/index.ts'
import { type CaseOptions, casesOf } from '../replay.ts'
import type { Described, TargetOptions } from '../side.ts'
import { type SandboxKind, sandboxOf } from './sandbox/kind.ts'

/** The options of the command that judges a platform. */
export interface PlatformSideOptions extends SandboxKind, CaseOptions {
  /** Most requests a second. */
  readonly rate?: number
  /** How many circumstances of a quote meet in each combination. */
  readonly strength?: number
  /** Looks for recipes that the profile lacks, with a limited number of requests. */
  readonly discover?: boolean
  readonly discoverRequests?: number
}

/** Four circumstances in each combination would need some thousand quotes. */
const MOST_STRENGTH = 3

/** A platform that is described but not opened yet: no process was started and no request was sent. */
export interface DescribedPlatform extends Described {
  /** Absent for the embedded sandbox. */
  readonly profile?: PlatformProfile
  readonly sandbox: SandboxKind
  readonly driving: Pick<PlatformOptions, 'runs' | 'strength' | 'replay' | 'rate' | 'discovered'>
  readonly discovery?: { readonly mostRequests?: number }
}

/**
 * Reads the profile. Without one it describes the embedded sandbox.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE
 */
export async function describePlatform(
  {
    target,
    variant,
    mutant,
    sandboxVersion,
    apiVersion,
    rate,
    strength,
    discover,
    discoverRequests,
    ...cases
  }: PlatformSideOptions & TargetOptions,
  env: Environment,
): Promise<DescribedPlatform> {
  const version = sandboxVersion ?? apiVersion
  if (target !== undefined && (variant !== undefined || mutant !== undefined || sandboxVersion !== undefined))
    throw usageError(
      '--variant, --mutant and --sandbox-version change the embedded sandbox: they should come without --target',
    )
  if (strength !== undefined && !(strength >= 1 && strength <= MOST_STRENGTH))
    throw usageError(
      `--strength ${strength}: it should be 1 to ${MOST_STRENGTH}`,
      '2 makes every pair meet, 3 every three, with some hundred quotes',
    )
  const sandbox = {
    ...(version === undefined || target !== undefined ? {} : { sandboxVersion: version }),
    ...(variant === undefined ? {} : { variant }),
    ...(mutant === undefined ? {} : { mutant }),
  }
  // The sandbox itself starts later, in its own thread. An unknown name must be reported before anything runs.
  await sandboxOf(sandbox, sandboxVersion === undefined ? '--api-version' : '--sandbox-version')
  const profile = target === undefined ? undefined : await loadProfile(target, env)
  const { generation, ...only } = casesOf(cases)
  return {
    sandbox,
    ...(profile === undefined ? {} : { profile }),
    ...(profile?.apiVersion === undefined ? {} : { apiVersion: profile.apiVersion }),
    ...only,
    driving: {
      ...generation,
      ...(rate === undefined ? {} : { rate }),
      ...(strength === undefined ? {} : { strength }),
    },
    ...(discover === true && {
      discovery: discoverRequests === undefined ? {} : { mostRequests: discoverRequests },
    }),
  }
}

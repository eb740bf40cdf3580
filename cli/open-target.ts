import type { InventoryItem } from '../conformance/preflight.ts'
import type { Spec } from '../spec/index.ts'
import { receiverBounds } from '../suites/receiver/index.ts'
import {
  commonSecretsOf,
  embeddedTarget,
  inventoryOf,
  openPlatform,
  type PlatformOptions,
  type PlatformTarget,
} from '../targets/platform/index.ts'
import {
  loadProfile,
  loadReceiverProfile,
  type PlatformProfile,
  type ReceiverProfile,
} from '../targets/profile/index.ts'
import { openReceiver, type ReceiverTarget } from '../targets/receiver/index.ts'
import { type SandboxOptions, startSandbox } from '../targets/sandbox/index.ts'
import { usageError } from './failure.ts'
import type { Io } from './io.ts'
import { type SandboxKind, sandboxOf } from './sandbox-kind.ts'
import { specOf } from './version.ts'

/** What a command line says about the target and the version to judge it by. */
export interface TargetOptions extends SandboxKind {
  readonly target?: string
  readonly apiVersion?: string
}

/** A target that is described but not opened yet: nothing runs and nothing was sent. */
export interface DescribedTarget {
  readonly spec: Spec
  /** What a profile offers beyond the required; the embedded sandbox offers everything and lists nothing. */
  readonly inventory: readonly InventoryItem[]
  /** What whoever waits should know of the profile before anything is sent. */
  readonly notice?: string
  open(seed: number, options?: OpenOptions): Promise<PlatformTarget>
}

/** How a run drives its target. */
export type OpenOptions = Pick<PlatformOptions, 'runs' | 'replay' | 'rate' | 'discovered'>

/**
 * Reads the profile, or takes the embedded sandbox where none is named. `--api-version` outweighs the profile's version.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE for a version that is none
 */
export async function describeTarget(
  { target, apiVersion, ...kind }: TargetOptions,
  io: Io,
): Promise<DescribedTarget> {
  const sandbox = await sandboxOf(kind)
  if (target !== undefined && sandbox.behaviour !== undefined)
    throw usageError('--variant changes the embedded sandbox: it should come without --target')
  const profile = target === undefined ? undefined : await loadProfile(target, io.env)
  const spec =
    apiVersion === undefined
      ? await specOf(profile?.apiVersion, `api_version in ${target}:`)
      : await specOf(apiVersion, '--api-version')
  return {
    spec,
    inventory: profile === undefined ? [] : inventoryOf(profile),
    ...(profile !== undefined && noticeOf(profile)),
    open: (seed, options = {}) =>
      open(profile, sandbox, { ...options, seed, apiVersion: spec.version, now: io.now }),
  }
}

function noticeOf(profile: PlatformProfile): { readonly notice?: string } {
  const common = commonSecretsOf(profile)
  if (common.length === 0) return {}
  const are = common.length === 1 ? 'is a common word' : 'are common words'
  return {
    notice: `${common.join(', ')} ${are}: wherever such a word stands, reports show [redacted]; verdicts do not depend on it`,
  }
}

/** A receiver that is described but not opened yet. */
export interface DescribedReceiver {
  readonly spec: Spec
  readonly profile: ReceiverProfile
  open(seed: number): ReceiverTarget
}

/**
 * Reads the profile of a receiver. `--api-version` outweighs its version.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE for a version that is none or where no profile is named
 */
export async function describeReceiver(
  { target, apiVersion }: Pick<TargetOptions, 'target' | 'apiVersion'>,
  io: Io,
): Promise<DescribedReceiver> {
  if (target === undefined) throw usageError('--target is missing: it should be the profile of a receiver')
  const profile = await loadReceiverProfile(target, io.env)
  const spec =
    apiVersion === undefined
      ? await specOf(profile.apiVersion, `api_version in ${target}:`)
      : await specOf(apiVersion, '--api-version')
  return {
    spec,
    profile,
    open: (seed) =>
      openReceiver(profile, {
        seed,
        apiVersion: spec.version,
        answerMs: spec.delivery.deadline.failureMs,
        mostDeliveries: receiverBounds.deliveries,
        now: io.now,
      }),
  }
}

function open(
  profile: PlatformProfile | undefined,
  sandbox: SandboxOptions,
  options: OpenOptions & { readonly seed: number; readonly apiVersion: string; now(): number },
): Promise<PlatformTarget> {
  if (profile !== undefined) return openPlatform(profile, options)
  return embeddedTarget(() => startSandbox({ ...sandbox, seed: options.seed, clock: 'virtual' }), options)
}

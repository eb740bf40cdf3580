import { OPERATOR_ACTIONS, type OperatorAction } from '../../../conformance/ports/operator.ts'
import type { PreflightCheck } from '../../../conformance/preflight.ts'
import type { Spec } from '../../../spec/index.ts'
import type { PlatformTarget } from '../../../targets/platform/index.ts'
import type { PlatformProfile } from '../../../targets/profile/index.ts'
import { tryActions } from './actions.ts'
import { tryRecipes } from './recipes.ts'
import { ProfileTrial } from './trial.ts'

/**
 * Tries each recipe and each operator action of a profile once. So it finds what only the profile can have wrong: a secret, a
 * pointer, a recipe that comes to another outcome. What it makes is undone when the target is closed.
 */
export async function tryProfile(
  target: PlatformTarget,
  profile: PlatformProfile,
  spec: Spec,
): Promise<readonly PreflightCheck[]> {
  const lease = await target.lease({ id: 'doctor', exclusive: false })
  try {
    const trial = new ProfileTrial(target, lease, spec)
    await tryAll(trial, profile)
    const misread = target.misread?.()
    const isNoted = trial.checks.some(
      ({ name, ok, message }) =>
        !ok && misread !== undefined && (misread.startsWith(name) || message.startsWith(misread)),
    )
    if (misread !== undefined && !isNoted) trial.wrong('webhooks', misread)
    return trial.checks.map((check) => ({ ...check, message: target.redact(check.message) }))
  } finally {
    await lease.release()
  }
}

async function tryAll(trial: ProfileTrial, profile: PlatformProfile): Promise<void> {
  for (const [action, { returns }] of Object.entries(profile.operator))
    for (const name of OPERATOR_ACTIONS[action as OperatorAction].returns)
      if (returns[name] === undefined)
        trial.wrong(
          `operator.${action}.returns.${name}`,
          'the key is missing: nothing says where the answer has it',
        )
  if (profile.operator.advance_clock !== undefined) {
    const moved = await trial.doing('operator.advance_clock', async () => {
      await trial.context.clock.sleep(1000)
      return true
    })
    // Without its clock nothing of the target comes to an end.
    if (moved === undefined) return
  }
  await tryActions(trial, await tryRecipes(trial))
}

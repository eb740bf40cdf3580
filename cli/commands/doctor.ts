import type { Need } from '../../conformance/need.ts'
import type { Target } from '../../conformance/ports/target.ts'
import type { InventoryItem, PreflightCheck } from '../../conformance/preflight.ts'
import { count, printable } from '../../reporters/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'
import { receiverSuite } from '../../suites/receiver/index.ts'
import { preflight } from '../../targets/platform/index.ts'
import { isReceiverProfile } from '../../targets/profile/index.ts'
import { receiverInventory, receiverPreflight } from '../../targets/receiver/index.ts'
import type { Io } from '../io.ts'
import { describeReceiver, describeTarget, type TargetOptions } from '../open-target.ts'

/**
 * `doctor`: says whether a target can be judged, and what of it: profile, network, credentials, recipes and actions.
 * Returns 0 where all of it can be judged, 3 where network, credentials or the target stand in the way; a wrong profile is an error.
 */
export async function doctorCommand(options: TargetOptions, io: Io): Promise<number> {
  const isReceiver = options.target !== undefined && (await isReceiverProfile(options.target))
  const { target, checks, inventory, scenarios } = await (isReceiver ? receiver : platform)(options, io)
  try {
    const { name, environment, apiVersion } = target.facts
    line(io, true, 'profile', `${name} (${environment}, ${apiVersion})`)
    const seen = await checks()
    for (const check of seen) {
      const cause = check.cause === undefined ? '' : ` (it lies with the ${check.cause})`
      line(io, check.ok, check.name, check.message + cause)
    }
    for (const text of offers(target, inventory, scenarios)) io.out(`${printable(text)}\n`)
    return seen.every(({ ok }) => ok) ? 0 : 3
  } finally {
    await target.close()
  }
}

/** What is looked at, of whatever side. */
interface Patient {
  readonly target: Pick<Target<unknown>, 'facts' | 'lacks'> & { close(): Promise<void> }
  readonly checks: () => Promise<readonly PreflightCheck[]>
  readonly inventory: readonly InventoryItem[]
  readonly scenarios: readonly { readonly needs?: readonly Need[] }[]
}

async function platform(options: TargetOptions, io: Io): Promise<Patient> {
  const { spec, open, inventory } = await describeTarget(options, io)
  const target = await open(0)
  return { target, inventory, checks: () => preflight(target), scenarios: platformSuite(spec).scenarios }
}

async function receiver(options: TargetOptions, io: Io): Promise<Patient> {
  const { spec, profile, open } = await describeReceiver(options, io)
  const target = open(0)
  return {
    target,
    inventory: receiverInventory(profile),
    checks: () => receiverPreflight(profile, target),
    scenarios: receiverSuite(spec).scenarios,
  }
}

function line(io: Io, ok: boolean, name: string, message: string): void {
  io.out(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${printable(message)}\n`)
}

/** What the profile offers, and how many scenarios the rest holds up. */
function offers(
  target: Patient['target'],
  inventory: readonly InventoryItem[],
  scenarios: Patient['scenarios'],
): string[] {
  if (inventory.length === 0) return ['', 'the embedded sandbox offers every recipe and action']
  const keys = scenarios.flatMap(({ needs = [] }) => [
    ...new Set(needs.flatMap((need) => target.lacks(need)?.key ?? [])),
  ])
  const waiting = (key: string) => {
    const many = keys.filter((missing) => missing === key).length
    return many === 0 ? '' : `; ${count(many, 'scenario')} cannot be driven without it`
  }
  const present = inventory.filter((item) => item.present).map(({ key }) => key)
  const missing = inventory.filter((item) => !item.present)
  return [
    '',
    `present: ${present.join(', ') || 'only what every profile has'}`,
    ...missing.map(({ key, message }) => `missing: ${key}: ${message}${waiting(key)}`),
  ]
}

import { count, printable } from '../../reporters/index.ts'
import { platformSuite } from '../../suites/platform/index.ts'
import { type InventoryItem, type PlatformTarget, preflight } from '../../targets/platform/index.ts'
import type { Io } from '../io.ts'
import { describeTarget, type TargetOptions } from '../open-target.ts'

/**
 * `doctor`: says whether a target can be judged, and what of it: profile, network, credentials, recipes and actions.
 * Returns 0 where it can be judged, 3 where network or credentials stand in the way; a wrong profile is an error.
 */
export async function doctorCommand(options: TargetOptions, io: Io): Promise<number> {
  const { spec, open, inventory } = await describeTarget(options, io)
  const target = await open(0)
  try {
    const { name, environment, apiVersion } = target.facts
    line(io, true, 'profile', `${name} (${environment}, ${apiVersion})`)
    const checks = await preflight(target)
    for (const check of checks) {
      const lies = check.lies === undefined ? '' : ` (it lies with the ${check.lies})`
      line(io, check.ok, check.name, check.message + lies)
    }
    for (const text of offers(target, inventory, platformSuite(spec))) io.out(`${printable(text)}\n`)
    return checks.every(({ ok }) => ok) ? 0 : 3
  } finally {
    await target.close()
  }
}

function line(io: Io, ok: boolean, name: string, message: string): void {
  io.out(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${printable(message)}\n`)
}

/** What the profile offers, and how many scenarios the rest holds up. */
function offers(
  target: PlatformTarget,
  inventory: readonly InventoryItem[],
  suite: ReturnType<typeof platformSuite>,
): string[] {
  if (inventory.length === 0) return ['', 'the embedded sandbox offers every recipe and action']
  const keys = suite.scenarios.flatMap(({ needs = [] }) => [
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

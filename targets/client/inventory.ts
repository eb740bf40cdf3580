import { JOURNEY_STEPS } from '../../conformance/ports/client.ts'
import type { InventoryItem } from '../../conformance/preflight.ts'
import type { ClientProfile } from '../profile/index.ts'

/** Lists what a client profile may offer: each missing key leaves requirements unexercised. */
export function clientInventory({ command, journey }: ClientProfile): readonly InventoryItem[] {
  const lacking = JOURNEY_STEPS.filter((step) => !journey.includes(step))
  return [
    {
      key: 'client.command',
      present: command !== undefined,
      message: command === undefined ? 'the client is driven by hand' : 'present',
    },
    {
      key: 'client.journey',
      present: lacking.length === 0,
      message: lacking.length === 0 ? 'present' : `without ${lacking.join(', ')}`,
    },
  ]
}

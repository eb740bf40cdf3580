import type { Lack } from '../../conformance/need.ts'
import type { ClientNeed } from '../../conformance/ports/client.ts'
import type { ClientProfile } from '../profile/index.ts'

/** Checks a scenario's need against a client's profile; undefined when it is met. */
export function clientLackOf(
  need: ClientNeed,
  { journey, command, publicUrl }: ClientProfile,
): Lack | undefined {
  if ('journey' in need)
    return journey.includes(need.journey)
      ? undefined
      : { why: `the client's journey has no ${need.journey}`, key: 'client.journey' }
  if (command === undefined)
    return { why: 'the client is driven by hand: no command starts it', key: 'client.command' }
  return need.offers === 'https' && publicUrl !== undefined
    ? { why: 'https is served only to a client on this machine', key: 'client.public_url' }
    : undefined
}

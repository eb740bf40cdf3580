import type { Lack, Need } from '../../conformance/need.ts'
import type { JourneyStep } from '../../conformance/ports/client.ts'
import type { ClientProfile } from '../profile/index.ts'

/** Holds a scenario's need against a client's profile; undefined when it is met. */
export function lackOf(need: Need, { journey, command, publicUrl }: ClientProfile): Lack | undefined {
  if ('journey' in need) return journey.includes(need.journey) ? undefined : lackOfStep(need.journey)
  if ('offers' in need && need.offers === 'command')
    return command === undefined
      ? { why: 'the client is driven by hand: no command starts it', key: 'client.command' }
      : undefined
  if ('offers' in need && need.offers === 'https')
    return command !== undefined && publicUrl === undefined
      ? undefined
      : {
          why: 'https is served only to a client that a command starts on this machine',
          key: 'client.command',
        }
  const [[kind, name] = []] = Object.entries(need)
  return { why: `a client does not offer the ${kind} ${name}`, key: `${kind}.${name}` }
}

/** The key of a journey's step that is not there, and what to say. */
const lackOfStep = (step: JourneyStep): Lack => ({
  why: `the client's journey has no ${step}`,
  key: 'client.journey',
})

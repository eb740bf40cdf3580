import type { PreflightCheck } from '../../conformance/preflight.ts'
import type { ClientProfile } from '../profile/index.ts'
import type { ClientTarget } from './target.ts'

/** Checks whether a client can be judged at all: its program exists, and the simulated platform can listen. Starts nothing. */
export async function clientPreflight(
  { command, journey, listen }: ClientProfile,
  target: ClientTarget,
): Promise<readonly PreflightCheck[]> {
  const obstacle = await target.ready()
  if (obstacle !== undefined)
    return [
      {
        name: obstacle.cause === 'profile' ? 'command' : 'listen',
        ok: false,
        message: obstacle.why,
        cause: obstacle.cause,
      },
    ]
  return [
    { name: 'listen', ok: true, message: `the simulated platform can listen on ${listen}` },
    {
      name: 'command',
      ok: true,
      message: command === undefined ? 'none: the client is driven by hand' : command.join(' '),
    },
    { name: 'journey', ok: true, message: journey.join(', ') },
  ]
}

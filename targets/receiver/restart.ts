import { CannotTell } from '../../conformance/verdict.ts'
import type { ReceiverProfile } from '../profile/index.ts'
import { runProgram } from '../transport/command.ts'
import { pause } from '../transport/pause.ts'
import { reach } from './reach.ts'

const COMMAND_MS = 60_000
const UP_MS = 30_000
const STEP_MS = 200

/**
 * Runs the profile's command that starts the receiver again, and waits until it listens again.
 *
 * @throws CannotTell when there is no such command, it fails, or nothing listens afterwards
 */
export async function restart(
  { restart: command, folder, programEnv: env, url }: ReceiverProfile,
  closed: AbortSignal,
): Promise<void> {
  if (command === undefined)
    throw new CannotTell('no command in the profile that starts the receiver anew', 'receiver.restart')
  const { exitCode, problem } = await runProgram(command, { folder, env, timeoutMs: COMMAND_MS, closed })
  if (exitCode !== 0)
    throw new CannotTell(
      `the command of receiver.restart failed: ${problem?.message ?? `it ended with ${exitCode}`}`,
    )
  for (let waited = 0; (await reach(new URL(url))) !== undefined; waited += STEP_MS) {
    if (waited >= UP_MS) throw new CannotTell('nobody listens after the command of receiver.restart')
    await pause(STEP_MS, closed)
  }
}

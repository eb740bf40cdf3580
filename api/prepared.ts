import { randomInt } from 'node:crypto'
import { packageFacts } from '../cli/package-facts.ts'
import { sides } from '../sides/index.ts'
import { type PreparedRun, prepareRun } from '../sides/prepare.ts'
import { entryOf } from '../sides/selecting.ts'
import { checkOptions, type JudgeOptions } from './options.ts'
import { profileFile } from './profile-file.ts'

/**
 * Reads and checks a profile and the options of a run. Sends nothing.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, SELECTION_EMPTY
 */
export async function prepared(options: JudgeOptions): Promise<PreparedRun> {
  checkOptions(options)
  const { target, env = process.env, signal: _, ...given } = options
  const file = profileFile(target)
  try {
    const entry = await entryOf(sides, file.name)
    const request = {
      only: [],
      scenario: [],
      ...given,
      seed: options.seed ?? randomInt(2 ** 32),
      suite: packageFacts(),
      ...(file.name === undefined ? {} : { target: file.name }),
    }
    return await prepareRun(await entry.load(), request, { env, now: Date.now })
  } finally {
    file.remove()
  }
}

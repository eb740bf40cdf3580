import { enableCompileCache } from 'node:module'
import type { Finished } from './command.ts'

/** A command line, its working folder and its whole environment. */
export interface Command {
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

enableCompileCache()
const [{ fakeIo }, { main }] = await Promise.all([
  import('../../cli/fake-io.ts'),
  import('../../cli/main.ts'),
])

// Runs one command line after the other in one process, because starting a process for each would take most of the time.
process.on('message', async ({ words, cwd, env }: Command) => {
  process.chdir(cwd)
  // Programs that a command starts may get what is in here, so it is the same as in a process of its own.
  process.env = { ...env }
  const io = { ...fakeIo(process.env), now: Date.now }
  const code = await main(words, io)
  const finished: Finished = { code, ...io.printed }
  process.send?.(finished)
})
// Nobody needs it any more once the tests have ended.
process.on('disconnect', () => process.exit())

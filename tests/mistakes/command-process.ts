import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

/** A command line and its working folder. */
export interface Command {
  readonly words: readonly string[]
  readonly cwd: string
}

/** The result of a command. */
export interface CommandEnd {
  readonly exit: number
  /** The whole output, errors last. */
  readonly text: string
}

// Runs one command line after the other in one process, because starting a process for each would take most of the time.
process.on('message', async ({ words, cwd }: Command) => {
  process.chdir(cwd)
  const io = { ...fakeIo(process.env), now: Date.now }
  const exit = await main(words, io)
  const end: CommandEnd = { exit, text: io.printed.out + io.printed.err }
  process.send?.(end)
})

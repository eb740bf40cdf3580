import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

/** A command line, and the folder that it is typed in. */
export interface Command {
  readonly words: readonly string[]
  readonly cwd: string
}

/** The end of a command. */
export interface CommandEnd {
  readonly exit: number
  /** All that was printed, the errors last. */
  readonly text: string
}

// A process that carries out one command line after the other: to start one for each would take most of the time.
process.on('message', async ({ words, cwd }: Command) => {
  process.chdir(cwd)
  const io = { ...fakeIo(process.env), now: Date.now }
  const exit = await main(words, io)
  const end: CommandEnd = { exit, text: io.printed.out + io.printed.err }
  process.send?.(end)
})

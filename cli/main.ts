import { CommanderError } from 'commander'
import { usageError } from '../conformance/errors.ts'
import { didYouMean } from '../conformance/suggestion.ts'
import { sides as allSides, type SideEntry } from '../sides/index.ts'
import { fail } from './failure.ts'
import { explanation } from './glossary.ts'
import type { Io } from './io.ts'
import { packageFacts } from './package-facts.ts'
import { buildProgram } from './program/program.ts'

/** Words of other tools, with the command that does here what they do there. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  requirements: ['list', 'ls', 'show', 'search'],
  report: ['merge', 'html', 'results'],
  help: ['explain', 'man', 'usage', 'glossary'],
  doctor: ['validate', 'check', 'lint', 'ping'],
  run: ['test', 'judge', 'exec'],
  sandbox: ['serve', 'start', 'mock', 'stub'],
}

function meantBy(word: string): string | undefined {
  const [command] = Object.entries(ELSEWHERE).find(([, words]) => words.includes(word.toLowerCase())) ?? []
  return command === undefined ? undefined : `did you mean ${command}?`
}

/** Runs one command line and returns its exit code. Never throws: every error is printed as one line on stderr. */
export async function main(
  argv: readonly string[],
  io: Io,
  sides: readonly SideEntry[] = allSides,
): Promise<number> {
  try {
    let code = 0
    const program = buildProgram(packageFacts(), sides, io, (result) => {
      code = result
    })
    const [word] = argv
    const names = program.commands.map((command) => command.name())
    if (word !== undefined && !word.startsWith('-') && !names.includes(word) && word !== 'help') {
      throw usageError(
        `unknown command '${word}': it should be one of ${names.join(', ')}`,
        meantBy(word) ?? didYouMean(word, names),
      )
    }
    // `--help` works everywhere, also behind `help`.
    const about = word === 'help' && argv[1]?.startsWith('-') !== true ? argv[1] : undefined
    if (about !== undefined && !names.includes(about)) {
      const { helpCommand } = await import('./commands/help.ts')
      return await helpCommand(argv.slice(1).join(' '), { sides, commands: names }, io)
    }
    const inner = program.commands.find((command) => command.name() === about)?.commands ?? []
    const [, , unknown] = argv
    if (
      about !== undefined &&
      unknown !== undefined &&
      !inner.some((command) => command.name() === unknown)
    ) {
      const known = inner.map((command) => command.name())
      throw usageError(`help ${about} ${unknown}: ${about} has no such command`, didYouMean(unknown, known))
    }
    // A command may also be a word of the reports.
    const explained = about === undefined ? undefined : explanation(about)
    if (explained !== undefined) io.out(`${explained}\n`)
    // `help` of a nested command shows the help of the inner command.
    const words = word === 'help' ? [...(about === undefined ? [] : argv.slice(1)), '--help'] : argv
    await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(error, io)
    // Commander has already printed help or version.
    if (error.exitCode === 0) return 0
    const message = oneLine(error.message)
    return fail(
      usageError(message, /\(Did you mean/.test(message) ? undefined : '--help lists the options'),
      io,
    )
  }
}

function oneLine(message: string): string {
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')
}

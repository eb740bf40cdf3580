import type { Command } from 'commander'

/** All completions for a command: its path of words, the words that can follow, and the choices of its options. */
export interface Completed {
  /** The words of the command, as in `pact check`; empty for the program itself. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly CompletedOption[]
}

export interface CompletedOption {
  readonly name: string
  readonly description: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

/** Values of options, by the name of the option and the commands that have them. */
export type KnownValues = (path: string, option: string) => readonly string[]

/** The words of the program and of every command in it. */
export function completedWords(
  command: Command,
  valuesOf: KnownValues = () => [],
  path = '',
): readonly Completed[] {
  const own: Completed = {
    path,
    commands: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: command.options.flatMap(({ long, description, required, optional, argChoices }) =>
      long
        ? [
            {
              ...{ name: long, description, takesValue: required || optional },
              choices: argChoices ?? valuesOf(path, long),
            },
          ]
        : [],
    ),
  }
  const below = command.commands.flatMap((one) =>
    completedWords(one, valuesOf, `${path} ${one.name()}`.trim()),
  )
  return [own, ...below]
}

import { readFileSync } from 'node:fs'
import type { Completed } from './words.ts'

const NAME = 'quote-conformance'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Completion for bash. The script contains all words, so that a key press starts no program. */
export function bashScript(all: readonly Completed[]): string {
  const options = all.flatMap(({ path, options: own }) =>
    own.map((one) => ({ ...one, at: quoted(`${path} ${one.name}`) })),
  )
  const parts: Readonly<Record<string, readonly string[]>> = {
    COMMANDS: [all.flatMap(({ path }) => (path === '' ? [] : quoted(path))).join('|')],
    CHOICES: [
      ...Map.groupBy(
        options.filter(({ choices }) => choices.length > 0),
        ({ choices }) => choices.join(' '),
      ),
    ].map(([words, own]) => `${own.map(({ at }) => at).join('|')}) words=${quoted(words)} ;;`),
    FILES: [
      options
        .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
        .map(({ at }) => at)
        .join('|'),
    ],
    WORDS: all.map(({ path, commands, options: own }) => {
      const following = [...commands, ...own].map(({ name }) => name)
      return `${quoted(path)}) words=${quoted(following.join(' '))} ;;`
    }),
  }
  const frame = readFileSync(new URL('frame.bash', import.meta.url), 'utf8')
  return frame.replaceAll(/@([A-Z]+)@/g, (_, name: string) => (parts[name] ?? []).join('\n    '))
}

/** Completion for zsh, which runs the bash completion. */
export const zshScript = (all: readonly Completed[]): string =>
  `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(all)}`

/** Completion for fish, with descriptions. */
export function fishScript(all: readonly Completed[]): string {
  return all
    .flatMap(({ path, commands, options }) => {
      const seen = path === '' ? [] : path.split(' ')
      const others = commands.map(({ name }) => name)
      const after = seen.map((word) => `__fish_seen_subcommand_from ${word}`)
      const before = others.length === 0 ? [] : [`not __fish_seen_subcommand_from ${others.join(' ')}`]
      const when = [...after, ...before].join('; and ')
      const rule = (rest: string) =>
        `complete -c ${NAME}${when === '' ? '' : ` -n ${quoted(when)}`} ${rest}\n`
      return [
        ...commands.map(({ name, description }) => rule(`-f -a ${name} -d ${quoted(description)}`)),
        ...options.map(({ name, description, takesValue, choices }) =>
          rule(
            [
              `-l ${name.replace(/^--/, '')} -d ${quoted(description)}`,
              ...(takesValue ? ['-r'] : []),
              ...(choices.length === 0 ? [] : [`-f -a ${quoted(choices.join(' '))}`]),
            ].join(' '),
          ),
        ),
      ]
    })
    .join('')
}

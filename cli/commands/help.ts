import { usageError } from '../../conformance/errors.ts'
import { didYouMean } from '../../conformance/suggestion.ts'
import { count } from '../../reporters/index.ts'
import type { SideEntry } from '../../sides/index.ts'
import { specOf } from '../../sides/version.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { explanation, GLOSSARY } from '../glossary.ts'
import type { Io } from '../io.ts'
import { requirementsCommand } from './requirements.ts'
import { listSandboxes } from './sandbox-list.ts'

/**
 * `help` for words that are not commands: a key of a profile, an exit code, a requirement or clause, a mutant or variant. Explains
 * the words of the reports too.
 *
 * @throws ConformanceError USAGE for any other word
 */
export async function helpCommand(
  word: string,
  { sides, commands }: { readonly sides: readonly SideEntry[]; readonly commands: readonly string[] },
  io: Io,
): Promise<number> {
  const explained = explanation(word)
  if (explained !== undefined) io.out(explained)
  const exit = EXIT_CODES.find(({ code }) => String(code) === word)
  if (exit !== undefined) io.out(`exit code ${exit.code}: ${exit.meaning}\n`)
  const { allProfileKeys } = await import('../../sides/profile-schemas.ts')
  const keys = await allProfileKeys()
  const meant = keys.filter(({ path }) => path === word || path.endsWith(`.${word}`))
  for (const { path, side, meaning, form, required, fallback } of meant) {
    const without = fallback === undefined ? '' : ` Without it: ${JSON.stringify(fallback)}.`
    io.out(`${path} (profile of a ${side}${required ? ', required' : ''})\n`)
    io.out(`  ${meaning}. It must be ${form}.${without}\n`)
  }
  if (meant.length > 0 || explained !== undefined) return 0
  const { requirements } = await specOf(undefined, '--api-version')
  const below = requirements.filter(
    ({ id, clause }) => id === word || clause === word || clause.startsWith(`${word}.`),
  )
  if (exit !== undefined && below.length > 0) {
    // The list of a whole section would hide the line about the exit code.
    io.out(
      `clause ${word}: ${count(below.length, 'requirement')}; \`requirements --only ${word}\` lists them\n`,
    )
    return 0
  }
  if (below.length > 0) return requirementsCommand(sides, { format: 'table', only: [word], words: [] }, io)
  if (exit !== undefined) return 0
  const { mutants } = await import('../../targets/sandbox/mutants/index.ts')
  const { variants } = await import('../../targets/sandbox/variants/index.ts')
  const kinds = [...mutants, ...variants].map(({ id }) => id)
  if (kinds.includes(word)) {
    listSandboxes(word, io)
    return 0
  }
  const explainable = GLOSSARY.flatMap(({ names }) => names)
  const found = [...keys.map(({ path }) => path), ...requirements.map(({ id }) => id), ...kinds]
  const known = [...commands, ...explainable, ...found]
  throw usageError(
    `help ${word}: it should be a command, a profile key, an exit code, a requirement, a clause, a mutant, a variant or a word of the reports`,
    didYouMean(word, known),
  )
}

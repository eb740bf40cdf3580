import { TEMPLATE } from '../../profile/template.ts'
import { filledText, TemplateProblem, type TemplateValues } from './template.ts'
import { commandValue } from './values.ts'

/** Programs that can run a text argument as code. */
const INTERPRETER =
  /(^|[\\/])((ba|da|z|k|a|fi)?sh|cmd|powershell|pwsh|node|deno|bun|python[\d.]*|perl|ruby|php)(\.exe)?$/i
/** Options before such a text. */
const RUNS_TEXT = /^(-[a-z]*[ce]|-p|-r|--eval|--print|-command|-encodedcommand|\/c|\/k)$/i

/**
 * Puts values into a command recipe. A value may be a whole argument, or a part of one that no program runs as code.
 *
 * @throws TemplateProblem for a recipe that puts values into code, or a value that has not the shape stated for it
 */
export function argvOf(command: readonly string[], given: TemplateValues): readonly string[] {
  return command.map((part, place) => {
    const [template] = part.match(TEMPLATE) ?? []
    if (template !== undefined && place === 0)
      throw new TemplateProblem(`${template} stands for the program itself`)
    if (template !== undefined && isCode(command, place))
      throw new TemplateProblem(
        `${template} stands inside a text that ${command[0]} runs; give it as an argument of its own and use "$1"`,
      )
    return filledText(part, given, commandValue)
  })
}

function isCode(command: readonly string[], place: number): boolean {
  const option = command[place - 1] ?? ''
  return RUNS_TEXT.test(option) && command.slice(0, place - 1).some((part) => INTERPRETER.test(part))
}

import { usageError } from '../../conformance/errors.ts'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { variants } from '../../targets/sandbox/variants/index.ts'
import { entry } from '../columns.ts'
import type { Io } from '../io.ts'

/** The largest width of the column of ids. */
const WIDTH = 44

interface Listed {
  readonly id: string
  readonly says: string
}

/**
 * Prints the variants and mutants of the sandbox, each with a sentence.
 *
 * @param word lists only those with this word in id or sentence
 * @throws ConformanceError USAGE when none has it
 */
export function listSandboxes(word: string | undefined, io: Pick<Io, 'out' | 'columns'>): void {
  const wanted = word?.toLowerCase() ?? ''
  const holds = ({ id, says }: Listed) => `${id} ${says}`.toLowerCase().includes(wanted)
  const blocks: readonly [string, readonly Listed[]][] = [
    ['right platforms (--variant ID, repeatable)', variants.filter(holds)],
    ['wrong platforms (--mutant ID)', mutants.filter(holds)],
  ]
  if (blocks.every(([, listed]) => listed.length === 0))
    throw usageError(
      `--list ${word}: it should be a word of an id or a sentence`,
      '`sandbox --list` lists all',
    )
  for (const [title, listed] of blocks) {
    if (listed.length === 0) continue
    const width = Math.min(WIDTH, Math.max(...listed.map(({ id }) => id.length)))
    io.out(`${title}\n${listed.map(({ id, says }) => entry(id, says, width, io.columns)).join('')}\n`)
  }
}

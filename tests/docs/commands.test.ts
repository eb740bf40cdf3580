import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { buildProgram } from '../../cli/program/program.ts'
import { sides } from '../../sides/index.ts'
import { commandsOf, pages, root } from './pages.ts'

const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts,
)
const shown = pages.flatMap((page) => commandsOf(page).map((line) => [page, line] as const))
const ours = shown.flatMap(([page, line]) => {
  const [, words] = /^(?:npx quote-conformance|npm start(?: --)?)(.*)$/.exec(line) ?? []
  return words === undefined ? [] : [[page, line, words.trim().split(/\s+/).filter(Boolean)] as const]
})

/** Reads a command line as the program does, without carrying it out. */
async function read(words: readonly string[]): Promise<void> {
  const program = buildProgram({ name: 'quote-conformance', version: '0' }, sides, fakeIo(), () => undefined)
  const still = (command: Command): void => {
    command
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .action(() => undefined)
    command.commands.forEach(still)
  }
  program.commands.forEach(still)
  // As the front does: without a command it is `run`.
  const [first = 'run'] = words
  const named = program.commands.some((one) => one.name() === first) || first === 'help'
  if (first === 'help') return
  await program.exitOverride().parseAsync([...(named ? [] : ['run']), ...words], { from: 'user' })
}

test('the pages show commands', () => {
  expect(ours.length).toBeGreaterThan(30)
})

test.each(ours)('%s: the program reads "%s"', async (_page, _line, words) => {
  await expect(read(words)).resolves.toBeUndefined()
})

test('a command line with a wrong option or command is refused', async () => {
  await expect(read(['diff', 'a', 'b', '--formt', 'x'])).rejects.toThrow()
  await expect(read(['--no-such-option'])).rejects.toThrow()
})

test('every script that a page names exists', () => {
  const named = shown.flatMap(([page, line]) => {
    const [, name] = /^npm run ([\w:-]+)/.exec(line) ?? []
    return name === undefined || scripts.includes(name) ? [] : [`${page}: ${name}`]
  })
  expect(named).toEqual([])
})

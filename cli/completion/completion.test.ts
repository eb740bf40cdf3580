import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { once } from '../../conformance/once.ts'
import { fakeIo } from '../fake-io.ts'
import { main } from '../main.ts'

async function made(shell: string): Promise<string> {
  const io = fakeIo()
  expect(await main(['completion', shell], io)).toBe(0)
  return io.printed.out
}

/** The script of bash is the same in each test, and takes longer to make than to run. */
const ofBash = once(() => made('bash'))
const script = (shell: string) => (shell === 'bash' ? ofBash() : made(shell))

/** The completions that bash offers at the end of a line. */
async function offered(line: string): Promise<readonly string[]> {
  const words = line.split(' ')
  const program = [
    await script('bash'),
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`,
    '_quote_conformance; printf "%s\\n" "$' + '{COMPREPLY[@]}"',
  ].join('\n')
  return execFileSync('bash', ['-s'], { encoding: 'utf8', input: program }).split('\n').filter(Boolean)
}

test.each([
  ['quote-conformance cer', ['certify']],
  ['quote-conformance certify ', ['receiver', 'client', 'all']],
  ['quote-conformance certify all --jo', ['--jobs']],
  ['quote-conformance diff --format ', ['text', 'json', 'markdown', 'junit']],
  ['quote-conformance run --target ', []],
  ['quote-conformance pact ver', ['verify']],
  ['quote-conformance run --mutant nine-', ['nine-attempts']],
  ['quote-conformance run --only bind-answers-2', ['bind-answers-202']],
  ['quote-conformance run --require 4.rule.4', ['4.rule.4']],
  ['quote-conformance run --scenario bind/ready', ['bind/ready-quote']],
  ['quote-conformance certify client --only bind-answers', []],
  ['quote-conformance pact verify --only bind-answers', []],
])('%s offers %s', async (line, words) => {
  expect(await offered(line)).toEqual(words)
})

test('zsh runs the script of bash', async () => {
  expect(await script('zsh')).toContain(`bashcompinit\n${await script('bash')}`)
})

test('fish knows each command and option, with a description', async () => {
  const lines = (await script('fish')).trim().split('\n')
  expect(lines.filter((line) => !/^complete -c quote-conformance .*-d '/.test(line))).toEqual([])
  expect(
    lines.some((line) =>
      line.includes("-n '__fish_seen_subcommand_from certify; and __fish_seen_subcommand_from all' -l jobs"),
    ),
  ).toBe(true)
})

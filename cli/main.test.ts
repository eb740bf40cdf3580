import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { sides } from '../sides/index.ts'
import { fakeIo } from './fake-io.ts'
import { main } from './main.ts'
import { EXAMPLES } from './program/examples.ts'
import { buildProgram } from './program/program.ts'

describe('a wrong command line', () => {
  test.each([
    ['--frobnicate', /--frobnicate/],
    [
      'frobnicate',
      /unknown command 'frobnicate'.*run, certify, doctor, sandbox, requirements, schema, diff, openapi/,
    ],
    ['list', /unknown command 'list'.*\(did you mean requirements\?\)/],
    ['merge', /did you mean report\?/],
    ['explain', /did you mean help\?/],
    ['validate', /did you mean doctor\?/],
    ['certify', /followed by nothing: it should be receiver/],
    ['certify nobody', /followed by 'nobody'/],
    ['certify receiver', /--target <file>/],
    ['certify receiver --quiet --target no-such-file', /no-such-file: the profile must be a readable file/],
    ['run --onyl 4', /--onyl.*--only/],
    ['run extra', /extra|arguments/],
    ['run --only', /--only <pattern>/],
    ['run --only=', /--only <pattern>.*should not be empty/],
    ['run --seed x', /--seed <n>.*whole number/],
    ['run --seed 4294967296', /--seed/],
    ['run --shard 3/2', /--shard <i\/n>.*I\/N/],
    ['run --shard 0/2', /--shard/],
    ['--shard 2', /--shard/],
    ['sandbox --port 65536', /--port <n>.*port number/],
    ['sandbox --clock sideways', /--clock <kind>.*running, exact, real, virtual/],
    ['requirements --format pdf', /--format <format>.*table, json, yaml, markdown/],
    ['diff v1.13.0', /missing required argument 'new'/],
    ['diff v1.13.0 no-such-file', /no-such-file should be a readable file, a URL or a version/],
    ['diff v1.13.0 v9.9.9', /no version v9\.9\.9/],
    ['diff v1.13.0 package.json', /package\.json should be an OpenAPI 3 document/],
    ['diff v1.13.0 README.md', /README\.md should be/],
    ['diff v1.13.0 v1.14.2 --allow no-such-file', /--allow no-such-file cannot be read/],
    ['openapi --api-version v9.0.0', /--api-version v9.0.0 should be a version of the changelog/],
    ['report', /dir/],
    ['compare no-such-folder other', /results\.jsonl cannot be read/],
    ['verify no-such-file', /FILE no-such-file cannot be read/],
    ['verify no-such-file --key no-such-key', /--key no-such-key cannot be read/],
    ['pact', /pact is followed by nothing: it should be publish or check or verify/],
    ['pact chekc', /followed by 'chekc'/],
    ['pact check', /file/],
    ['pact publish', /--out <dir>/],
    ['pact verify no-such-file', /no-such-file cannot be read/],
    [
      'pact verify test-data/pact/bases/v2.json --states no-such-file',
      /--states no-such-file cannot be read/,
    ],
    ['pact check --api-version v9.9.9 no-such-file', /--api-version v9\.9\.9/],
    ['report one two', /--out is missing/],
    ['run --baseline no-such-file', /--baseline no-such-file cannot be read/],
    ['run --sign-with no-such-file', /--sign-with no-such-file cannot be read/],
    ['run --mutant one --mutant two', /--mutant <id>.*given before, as one/],
    ['sandbox --mutant one --mutant two', /--mutant <id>.*given before, as one/],
    ['run --target one --target two', /--target <file>.*given before, as one/],
    ['compare one two --baseline a --baseline b', /--baseline <file>.*given before, as a/],
    ['run --quiet --require 6.signatur.1', /--require "6\.signatur\.1".*did you mean 6\.signature\.1/],
    ['run --quiet --require client-polls-on-while-bound', /--require.*`certify client` judges it/],
    ['sandbox --data folder --mutant nine-attempts', /--data keeps the standard sandbox/],
    ['sandbox --data /dev/null', /\/dev\/null cannot be used/],
    [
      'listen --sandbox localhost:4010 --forward-to http://h/',
      /--sandbox localhost:4010: it should be an http/,
    ],
    ['listen --sandbox http://h --forward-to hooks', /--forward-to hooks: it should be an http/],
    ['listen --sandbox http://h', /--forward-to <url>/],
    ['listen --sandbox http://h --forward-to http://h/ --key /', /--key \/ cannot be used/],
    ['run --max-failures 0', /--max-failures <n>.*whole number/],
    ['baseline no-such-folder', /results\.jsonl cannot be read/],
    ['report no-such-folder', /results\.jsonl cannot be read/],
  ])('%j is one line that names what is wrong, and exit code 2', async (line, message) => {
    const io = fakeIo()
    expect(await main(line.split(' '), io)).toBe(2)
    expect(io.printed.err).toMatch(message)
    expect(io.printed.err).toMatch(/^quote-conformance: [^\n]+\n$/)
    expect(io.printed.out).toBe('')
  })
})

describe('help', () => {
  test('lists the commands that are there and no others', async () => {
    const io = fakeIo()
    expect(await main(['--help'], io)).toBe(0)
    const commands = [...io.printed.out.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1])
    expect(commands).toEqual([
      'run',
      'certify',
      'doctor',
      'sandbox',
      'requirements',
      'schema',
      'diff',
      'openapi',
      'report',
      'annotate',
      'compare',
      'baseline',
      'keygen',
      'sign',
      'verify',
      'judge',
      'proxy',
      'pact',
      'init',
      'listen',
      'completion',
      'help',
    ])
    expect(io.printed.err).toBe('')
  })

  test.each([
    'run',
    'certify',
    'certify receiver',
    'doctor',
    'sandbox',
    'requirements',
    'schema',
    'diff',
    'openapi',
    'report',
    'compare',
    'keygen',
    'sign',
    'verify',
    'pact',
    'pact publish',
    'pact check',
    'pact verify',
  ])('%s has its own', async (command) => {
    const io = fakeIo()
    expect(await main([...command.split(' '), '--help'], io)).toBe(0)
    expect(io.printed.out).toContain(`Usage: quote-conformance ${command}`)
  })

  test.each([
    ['sandbox', 'Usage: quote-conformance sandbox'],
    ['certify receiver', 'Usage: quote-conformance certify receiver'],
    ['pact check', 'Usage: quote-conformance pact check'],
    ['public_url', /^webhooks\.public_url \(profile of a platform\)\n.*\n.*client\.public_url/],
    ['credentials.client_id', /^credentials\.client_id \(profile of a platform, required\)\n {2}The id/],
    ['review_approve', /a manual review ends with an approval; given \{quote_id\}/],
    ['3', /^exit code 3: the run could not be finished.*\nclause 3: \d+ requirements.*\n$/],
    ['4', /^4[ .].* platform /],
    ['bind-answers-202', /^4\.rule\.4 .*bind-answers-202\n/],
    ['4.rule.4', 'bind-answers-202'],
    ['nine-attempts', 'The tenth attempt is not made'],
    ['cause', /^cause: what failures have in common/],
    ['Not exercised', /^not exercised, not-exercised: no verdict was reached/],
    ['baseline', /^baseline, waived: a file of known failures/],
    ['certificate', /^certificate: a signed statement/],
    ['lost', /^lost: said of a target/],
    ['conformant', /^conformant, non-conformant, incomplete: the verdict of a run/],
  ])('help %s explains it', async (word, shown) => {
    const io = fakeIo()
    expect(await main(['help', ...word.split(' ')], io)).toBe(0)
    expect(io.printed.out).toMatch(shown)
  })

  test('help takes --help', async () => {
    const [plain, asked] = [fakeIo(), fakeIo()]
    expect([await main(['help'], plain), await main(['help', '--help'], asked)]).toEqual([0, 0])
    expect(asked.printed.out).toMatch(/^Usage: /)
    expect(asked.printed.out).toBe(plain.printed.out)
  })

  test('the help of each command has an example of it and the address of a page', async () => {
    const program = buildProgram(
      { name: 'quote-conformance', version: '1' },
      sides,
      fakeIo(),
      () => undefined,
    )
    const paths = (command: Command, path: readonly string[] = []): string[][] => [
      [...path],
      ...command.commands.flatMap((one) => paths(one, [...path, one.name()])),
    ]
    for (const path of paths(program)) {
      const io = fakeIo()
      await main([...path, '--help'], io)
      const [, examples = '', page = ''] = /\nExamples?:\n(.+)\n\nMore: (.+)\n/s.exec(io.printed.out) ?? []
      expect([path, examples]).toEqual([
        path,
        expect.stringMatching(new RegExp(`^  quote-conformance ${path.join(' ')}`)),
      ])
      expect([path, existsSync(new URL(page))]).toEqual([path, true])
    }
    expect(Object.keys(EXAMPLES)).toHaveLength(paths(program).length)
  })

  test('help for a command that another one does not have asks what was meant', async () => {
    const io = fakeIo()
    expect(await main(['help', 'certify', 'cliant'], io)).toBe(2)
    expect(io.printed.err).toContain('certify has no such command (did you mean client?)')
  })

  test('help for a word that there is not asks what was meant', async () => {
    const io = fakeIo()
    expect(await main(['help', 'bind-answer-202'], io)).toBe(2)
    expect(io.printed.err).toContain('did you mean bind-answers-202?')
  })
})

test('the version is that of the package', async () => {
  const io = fakeIo()
  expect(await main(['--version'], io)).toBe(0)
  expect(io.printed.out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ended, PROJECT } from './program.ts'

const root = resolve(import.meta.dirname, '../..')
const { nodes } = inject('installed')

/** A partner's program that uses the whole interface. */
const PROGRAM = `import { assertConformant, exitCodeOf, judge, run, startSandbox } from 'quote-conformance'
import type { JudgeOptions, Report, RunEvent, Sandbox } from 'quote-conformance'

const options: JudgeOptions = { only: ['token-answers-200'], seed: 7 }
const seen: RunEvent['type'][] = []
for await (const event of judge(options)) seen.push(event.type)
const report: Report = await run({ ...options, onEvent: ({ type }) => seen.push(type), out: 'from-program' })
assertConformant(report)
const sandbox: Sandbox = await startSandbox({ mutant: 'token-expires-in-text' })
const wrong = await run({ target: sandbox.profile(), only: ['token-*'], seed: 7 })
await sandbox.close()
let why = ''
try {
  assertConformant(wrong)
} catch (error) {
  why = String(error)
}
console.log(JSON.stringify({ first: seen[0], last: seen.at(-1), code: exitCodeOf(wrong), why }))
`

test('types compile in a strict project that checks libraries too', () => {
  writeFileSync(join(PROJECT, 'program.ts'), PROGRAM)
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
  const compilerOptions = { ...strict, target: 'es2022', module: 'nodenext', noEmit: true, types: ['node'] }
  writeFileSync(join(PROJECT, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  mkdirSync(join(PROJECT, 'node_modules/@types'), { recursive: true })
  cpSync(join(root, 'node_modules/@types/node'), join(PROJECT, 'node_modules/@types/node'), {
    recursive: true,
  })
  cpSync(join(root, 'node_modules/undici-types'), join(PROJECT, 'node_modules/undici-types'), {
    recursive: true,
  })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(() => execFileSync(process.execPath, [tsc, '-p', PROJECT], { stdio: 'pipe' })).not.toThrow()
})

test.each(Object.entries(nodes))('a program judges a target on Node %s', async (_, node) => {
  const { out, err } = await ended(node, [node, 'program.ts'])
  expect(err).not.toContain('Error')
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
    first: 'run-started',
    last: 'run-finished',
    code: 1,
    why: expect.stringContaining('token-expires-in-3600'),
  })
})

test('the helper makes a vitest test of each requirement', async () => {
  const [node = ''] = Object.values(nodes)
  writeFileSync(
    join(PROJECT, 'receiver.test.js'),
    `import { conformanceTests } from 'quote-conformance/vitest'\nawait conformanceTests('a sandbox', { only: ['token-*'], seed: 7, mutant: 'token-expires-in-text' })\n`,
  )
  symlinkSync(join(root, 'node_modules/vitest'), join(PROJECT, 'node_modules/vitest'))
  const { code, out } = await ended(node, [
    node,
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    PROJECT,
  ])
  expect(out).toMatch(/Tests .*1 failed.*passed/)
  expect(out).toMatch(/× .*token-expires-in-3600/)
  expect(code).toBe(1)
})

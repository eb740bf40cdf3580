import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'

const EXAMPLE = resolve(import.meta.dirname, '../../examples/pact')
const folder = mkdtempSync(join(tmpdir(), 'pact-example-'))
afterAll(() => rmSync(folder, { recursive: true }))

test("the example's contract is right and met by the sandbox, and a platform that breaks it is refused", async () => {
  execFileSync(process.execPath, [join(EXAMPLE, 'consumer.mjs'), folder], { stdio: 'ignore' })
  const [name = ''] = readdirSync(folder)
  const run = async (command: string, ...more: readonly string[]) => {
    const io = fakeIo()
    const code = await main(['pact', command, join(folder, name), ...more], io)
    return { code, last: io.printed.out.trim().split('\n').at(-1) }
  }
  const states = ['--states', join(EXAMPLE, 'states.yaml')]
  expect(await run('check')).toEqual({ code: 0, last: 'as of v1.14.2: 0 failed, 0 open, 3 right' })
  expect(await run('verify', ...states)).toEqual({ code: 0, last: '3 passed, 0 failed, 0 not exercised' })
  expect(await run('verify', ...states, '--mutant', 'bind-answers-200')).toEqual({
    code: 1,
    last: '2 passed, 1 failed, 0 not exercised',
  })
  // Unmapped names of states are no failure of the platform.
  expect(await run('verify')).toEqual({ code: 3, last: '0 passed, 0 failed, 3 not exercised' })
})

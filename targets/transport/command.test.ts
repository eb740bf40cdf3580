import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { runProgram } from './command.ts'

const closed = new AbortController().signal

test('a program starts in the folder of the profile', async () => {
  const folder = testFolder()
  writeFileSync(join(folder, 'print.mjs'), 'console.log(\'{"a":1}\')')
  const bounds = { folder, env: {}, timeoutMs: 10_000, closed }
  const result = await runProgram([process.execPath, 'print.mjs'], bounds)
  expect(Buffer.from(result.stdout).toString()).toBe('{"a":1}\n')
})

test('a program that does not end is killed', async () => {
  const words = [process.execPath, '-e', 'setInterval(() => {}, 1000)']
  const result = await runProgram(words, { folder: '.', env: {}, timeoutMs: 300, closed })
  expect(result.problem?.kind).toBe('timeout')
})

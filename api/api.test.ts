import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { assertConformant, judge, run, startSandbox } from './index.ts'
import { profileFile } from './profile-file.ts'

const ONE = { only: ['token-expires-in-3600'], scenario: ['token/grant'], seed: 7 }

test('a run of a program has a report and events, and writes nothing unless it knows where', async () => {
  const seen: string[] = []
  const report = await run({ ...ONE, onEvent: ({ type }) => seen.push(type) })
  expect(seen).toEqual(['run-started', 'scenario-started', 'scenario-finished', 'run-finished'])
  expect(() => assertConformant(report)).not.toThrow()
})

test('a misspelt option is refused before anything is judged', async () => {
  const misspelt = { ...ONE, onli: ['bind'] } as unknown as Parameters<typeof run>[0]
  await expect(run(misspelt)).rejects.toMatchObject({ code: 'USAGE', hint: 'did you mean only?' })
})

test('a text where a list belongs is refused by the name of its option', async () => {
  const text = { only: 'x' } as unknown as Parameters<typeof run>[0]
  const message = 'the option only must be an array of strings'
  await expect(run(text)).rejects.toMatchObject({ code: 'USAGE', message })
})

test('an aborted run says so once', async () => {
  const report = await run({ ...ONE, signal: AbortSignal.abort() })
  expect(report.reason).toMatch(/^the run was interrupted \(its signal was aborted\)/)
})

test('a breach names the requirement and its clause', async () => {
  const report = await run({ ...ONE, mutant: 'token-expires-in-text' })
  expect(() => assertConformant(report)).toThrow(/non-conformant[\s\S]*token-expires-in-3600 \(5\): expected/)
})

test('whoever leaves the events interrupts the run', async () => {
  for await (const { type } of judge(ONE)) if (type === 'run-started') break
})

test('a profile need be no file, and is refused before anything is sent', async () => {
  const sandbox = await startSandbox({ seed: 7 })
  try {
    expect((await run({ ...ONE, target: sandbox.profile() })).verdict).toBe('conformant')
  } finally {
    await sandbox.close()
  }
  await expect(run({ ...ONE, target: { base_ur: 'x' } })).rejects.toMatchObject({ code: 'PROFILE_INVALID' })
})

test('the file of a profile that is none is for its owner only, and goes away', () => {
  const { name = '', remove } = profileFile({ base_url: 'http://127.0.0.1:1' })
  expect(JSON.parse(readFileSync(name, 'utf8'))).toEqual({ base_url: 'http://127.0.0.1:1' })
  expect(statSync(name).mode & 0o077).toBe(0)
  remove()
  expect(() => readdirSync(dirname(name))).toThrow(/ENOENT/)
})

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeIo } from '../cli/fake-io.ts'
import { main } from '../cli/main.ts'
import { testFolder } from '../conformance/testing.ts'
import { serve } from './hostile/fake.ts'

/** Runs a command on the profile that is made for a server, which counts what connects to it. */
async function dry(words: readonly string[], profileOf: (origin: string) => object) {
  const { origin, connections, close } = await serve((_, response) => response.end())
  onTestFinished(close)
  const folder = testFolder()
  const profile = join(folder, 'profile.json')
  writeFileSync(profile, JSON.stringify(profileOf(origin)))
  const io = fakeIo()
  const out = join(folder, 'out')
  const code = await main([...words, '--dry-run', '--target', profile, '--out', out], io)
  return { code, ...io.printed, connections: connections(), wrote: existsSync(out) }
}

const platform = (origin: string) => ({
  base_url: `${origin}/api`,
  auth_url: `${origin}/token`,
  credentials: { client_id: 'm2m-7', client_secret: 's3cr3t', integration_key: 'key-1' },
})

test('a dry run of a platform names scenarios and missing keys, and neither sends nor writes', async () => {
  const seen = await dry(['run'], platform)
  expect(seen).toMatchObject({ code: 0, connections: 0, wrote: false, err: '' })
  expect(seen.out).toMatch(/would judge .*profile\.json/)
  expect(seen.out).toMatch(/^ {2}bind\/ready-quote: /m)
  expect(seen.out).toMatch(/^ {2}.* \(profile key operator\.advance_clock\): /m)
  // Scenarios that are driven all the same claim these: their claims and states have needs of their own.
  expect(seen.out).toMatch(/\(profile key operator\.register_endpoint\): .*\bdelivery-is-a-post\b/)
  expect(seen.out).toMatch(/\(profile key operator\.review_decline\): .*\bbind-in-declined\b/)
  expect(seen.out).toMatch(/scenarios would run; \d+ others would not/)
})

test('a dry run keeps to the selection', async () => {
  const { out } = await dry(['run', '--scenario', 'bind/ready-quote', '--quiet'], platform)
  expect(out).toMatch(/^\n1 scenario would run\nthe profile lets \d+ of \d+ requirements in force be judged;/)
  expect(out).not.toContain('left out by')
})

test('a dry run of a receiver and of a client sends and starts nothing', async () => {
  const receiver = await dry(['certify', 'receiver'], (origin) => ({
    receiver: { url: `${origin}/hooks`, signing_secret: 's3cr3t' },
  }))
  expect(receiver).toMatchObject({ code: 0, connections: 0, wrote: false })
  expect(receiver.out).toContain('(profile key receiver.previous_signing_secret): ')
  const mark = join(mkdtempSync(join(tmpdir(), 'dry-run-client-')), 'started')
  onTestFinished(() => rmSync(dirname(mark), { recursive: true }))
  const command = [process.execPath, '--eval', `fs.writeFileSync(${JSON.stringify(mark)}, '')`]
  const client = await dry(['certify', 'client'], () => ({
    client: { command, journey: ['submit', 'poll'] },
  }))
  expect(client).toMatchObject({ code: 0, wrote: false })
  expect(existsSync(mark)).toBe(false)
  expect(client.out).toContain('(profile key client.journey): ')
})

test('a dry run with a wrong profile ends with 2, as a run does', async () => {
  const { code, err } = await dry(['run'], () => ({ base_ulr: 'x' }))
  expect(code).toBe(2)
  expect(err).toContain('did you mean base_url?')
})

test('a dry run cannot have what asks the target before, nor lines of verdicts', async () => {
  expect(await dry(['run', '--discover'], platform)).toMatchObject({
    code: 2,
    connections: 0,
    err: expect.stringContaining("'--discover' cannot be used with option '--dry-run'"),
  })
  expect(await dry(['run', '--json'], platform)).toMatchObject({ code: 2 })
})

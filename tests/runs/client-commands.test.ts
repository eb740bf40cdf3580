import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeIo } from '../../cli/fake-io.ts'
import { main } from '../../cli/main.ts'
import { testFolder } from '../../conformance/testing.ts'
import { clientProfile, judgeClient } from '../client/judge.ts'
import { idsOf } from '../judge.ts'

const node = (script: string) => ({ command: [process.execPath, '-e', script] })
const SOME = ['journeys/straight-through', 'outcomes/review', 'outages/token-for-good']

/** A process that has ended but was not waited for yet does not count. */
const isAlive = (pid: number): boolean => {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
    .stdout.toString()
    .trim()
  return state !== '' && !state.startsWith('Z')
}

/** A folder for one test. */
function folderOf(): string {
  const folder = testFolder()
  return folder
}

test('a command that does not exist ends the run with 3 and says so', async () => {
  const folder = folderOf()
  const profile = join(folder, 'client.yaml')
  writeFileSync(profile, 'client: { command: [no-such-client-anywhere] }\n')
  const io = fakeIo()
  const code = await main(
    ['certify', 'client', '--target', profile, '--out', join(folder, 'out'), '--quiet'],
    io,
  )
  expect(code).toBe(3)
  expect(io.printed.out).toContain('there is no program no-such-client-anywhere')
  const doctor = fakeIo()
  expect(await main(['doctor', '--target', profile], doctor)).toBe(3)
})

test.each([
  ['ends at once', node('process.exit(0)'), /sent nothing in its first session, and ended with code 0/],
  ['crashes at once', node('throw new Error("no settings")'), /sent nothing .* it printed: .*no settings/s],
  [
    'never ends and sends nothing',
    { ...node('setInterval(() => {}, 1000)'), timeoutMs: 1500 },
    /after \d+ s \(client.timeout\)/,
  ],
  [
    'prints without end',
    node('for (;;) require("fs").writeSync(1, "x".repeat(65536))'),
    /after it had printed \d+ bytes/,
  ],
])('a client that %s ends the run, which says why', async (_, command, why) => {
  const { verdict, end, requirements } = await judgeClient(clientProfile(command), SOME)
  expect(verdict).toBe('incomplete')
  expect(end).toMatchObject({ how: 'target-lost', why: expect.stringMatching(why) })
  expect(requirements.filter(({ verdict: one }) => one === 'passed').map(({ id }) => id)).not.toContain(
    'client-writes-its-result',
  )
})

test('a client that sends garbage is judged by it, and nothing breaks', async () => {
  const script = `
    const { connect } = require('node:net')
    const url = new URL(process.env.QUOTE_BASE_URL)
    const send = (text) => new Promise((done) => {
      const socket = connect(url.port, url.hostname, () => socket.end(text))
      socket.on('close', done).on('error', done)
      socket.resume()
      setTimeout(() => socket.destroy(), 500)
    })
    const at = url.pathname
    ;(async () => {
      await send('\\u0000\\u0001 garbage\\r\\n\\r\\n')
      await send('POST ' + at + '/submit HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: application/json\\r\\nContent-Length: 9\\r\\n\\r\\n{"a": [[[')
      await send('PUT ' + at + '/bind/%00%ff HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 2\\r\\n\\r\\n{}')
      await send('GET ' + at + '/status/../../../etc HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
    })()`
  const report = await judgeClient(clientProfile(node(script)), ['journeys/straight-through'])
  expect(report.verdict).toBe('non-conformant')
  expect(idsOf(report, 'failed')).toEqual(
    expect.arrayContaining(['client-sends-the-token', 'client-bodies-are-json', 'client-uses-the-quote-id']),
  )
})

test('a client that outstays its time is ended with its children', async () => {
  const folder = folderOf()
  const pids = join(folder, 'pids')
  const script = `
    const { spawn } = require('node:child_process')
    process.on('SIGTERM', () => {})
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'])
    require('node:fs').writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid)
    fetch(process.env.QUOTE_BASE_URL)
    setInterval(() => {}, 1000)`
  // Long enough for a busy machine to start both processes and to send a request: without one the client is lost.
  const report = await judgeClient(clientProfile({ ...node(script), timeoutMs: 8000 }), [
    'journeys/straight-through',
  ])
  expect(idsOf(report, 'failed')).toContain('client-writes-its-result')
  expect(existsSync(pids)).toBe(true)
  await expect.poll(() => readFileSync(pids, 'utf8').split(' ').map(Number).filter(isAlive)).toEqual([])
})

test('children that a client leaves behind end with it', async () => {
  const folder = folderOf()
  const pids = join(folder, 'pids')
  const script = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    require('node:fs').writeFileSync(${JSON.stringify(pids)}, String(child.pid))
    fetch(process.env.QUOTE_BASE_URL).then(() => process.exit(0))`
  await judgeClient(clientProfile(node(script)), ['journeys/straight-through'])
  await expect.poll(() => isAlive(Number(readFileSync(pids, 'utf8')))).toBe(false)
})

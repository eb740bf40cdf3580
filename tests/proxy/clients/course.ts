import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withWhole } from '../../../cli/proxy/text.ts'
import { mergePatch } from '../../../conformance/json/merge-patch.ts'
import { judgeRecordings } from '../../../sides/recording/index.ts'
import { loadSpec } from '../../../spec/index.ts'
import { type Driver, drive } from '../../../targets/sandbox/testing.ts'
import { type Judged, openProxy } from '../../../traffic/proxy/index.ts'
import { TOOL } from '../../judge.ts'

type Broken = Judged['broken'][number]

/** The longest that a client is waited for, in milliseconds. */
const LONGEST_MS = 60_000
/** How long ratings take, so that polls in a row are seen. */
const RATING_MS = 11_000
const OUTCOMES = ['ready_to_bind', 'underwriter_review', 'approved_rate', 'declined', 'failed'] as const

/**
 * Runs a client several times through the proxy, in front of the sandbox. It meets every outcome of a slow rating, an outage, and the
 * end of its token.
 *
 * @returns what the proxy found
 */
export async function foundInTraffic(command: readonly string[]): Promise<readonly Broken[]> {
  const folder = mkdtempSync(join(tmpdir(), 'proxied-'))
  await using driver = await drive({ clock: 'running' })
  try {
    const target = join(folder, 'profile.json')
    const profile = driver.sandbox.profile()
    writeFileSync(target, JSON.stringify(profile))
    const out = join(folder, 'out')
    mkdirSync(out)
    const proxy = await openProxy(
      {
        ...{ target, env: {}, listen: { host: '127.0.0.1', port: 0 }, folder: out, now: Date.now },
        whole: ['requests', 'deliveries'],
      },
      { breached: () => undefined, failed: (error) => process.stderr.write(`${error.message}\n`) },
    )
    const { base, auth } = proxy.addresses
    const env = { QUOTE_BASE_URL: base.here, QUOTE_AUTH_URL: auth.here }
    const start = (name: string, patch: unknown = {}) => run(command, { driver, folder, env, name, patch })
    await journeys(driver, start)
    const passed = await proxy.end()
    if (passed === undefined) throw new Error('the proxy recorded nothing')
    const spec = await loadSpec()
    const { report } = await judgeRecordings({ files: [proxy.file], spec, suite: TOOL, now: Date.now })
    return withWhole(passed, report).broken
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Start = (name: string, patch?: unknown) => Promise<void>

async function journeys(driver: Driver, start: Start): Promise<void> {
  const outcomes = driver.sandbox.profile().outcomes as Readonly<Record<string, unknown>>
  await driver.control('POST', '/rating/hold')
  const rated = OUTCOMES.map((outcome) => start(outcome, outcomes[outcome]))
  await pause(RATING_MS)
  await driver.control('POST', '/rating/release')
  await Promise.all(rated)

  await driver.control('POST', '/faults', { method: 'POST', path: '/submit', count: 4 })
  await start('outage')

  await driver.control('POST', '/rating/hold')
  const renewing = start('expired')
  await pause(RATING_MS / 2)
  await driver.advance(3_700_000)
  await pause(RATING_MS)
  await driver.control('POST', '/rating/release')
  await renewing
}

async function run(
  [program = '', ...words]: readonly string[],
  {
    driver: { sandbox },
    folder,
    env,
    name,
    patch,
  }: {
    readonly driver: Driver
    readonly folder: string
    readonly env: Readonly<Record<string, string>>
    readonly name: string
    readonly patch: unknown
  },
): Promise<void> {
  const own = join(folder, name)
  mkdirSync(own)
  const submission = join(own, 'submission.json')
  writeFileSync(submission, JSON.stringify(mergePatch(sandbox.submission, patch)))
  const { client_id, client_secret, integration_key } = sandbox.credentials
  const child = spawn(program, words, {
    env: {
      ...{ PATH: process.env.PATH, ...env, QUOTE_CLIENT_ID: client_id, QUOTE_CLIENT_SECRET: client_secret },
      ...{ QUOTE_INTEGRATION_KEY: integration_key, QUOTE_SUBMISSION: submission, QUOTE_WORKDIR: own },
      QUOTE_JOURNEY: 'submit,poll,update,bind,proposal,policy',
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  await ended
  clearTimeout(timer)
}

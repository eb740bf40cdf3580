import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { PartnerApplication } from '../browser/partner-application.ts'
import { launcher } from '../cli/command.ts'
import { begun, shown } from './hand-run.ts'

/** Drives the open session of a page to its end, and returns the names of its sessions and the values to set once. */
async function driveOpenSession(page: string) {
  const { shared, sessions, chosen } = await shown(page)
  const application = new PartnerApplication(shared)
  await application.logIn()
  const submission = await (await fetch(`${page}/desk/${chosen}/submission.json`)).json()
  const { data } = await application.send('POST', '/submit', submission)
  await pause(2100)
  if (data.quote_id !== undefined) await application.send('GET', `/status/${data.quote_id}`)
  await fetch(`${page}/desk/${chosen}/done`, { method: 'POST' })
  return { names: sessions.map(({ name }) => name), shared }
}

// After the last session the run ends by itself.
const endAll = (page: string) => fetch(`${page}/desk/end`, { method: 'POST' }).catch(() => undefined)

/** Begins a run in a process of its own, drives one session, and kills the process. */
async function killedAfterOne(folder: string, scenarios: readonly string[]) {
  const profile = join(folder, 'client.yaml')
  writeFileSync(profile, 'client: { timeout: 60s }\n')
  const words = ['certify', 'client', '--target', profile, '--out', join(folder, 'out'), ...scenarios]
  const child = spawn(process.execPath, [launcher, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  // A process that outlives a failed test would keep the tests from ending.
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let page: string | undefined
  for await (const line of createInterface(child.stdout)) {
    ;[page] = /http:\S+\/r\/\w+/.exec(line) ?? []
    if (page !== undefined) break
  }
  const driven = await driveOpenSession(page ?? '')
  await expect.poll(async () => (await shown(page ?? '')).sessions[0]?.verdict).not.toBeNull()
  child.kill('SIGKILL')
  await ended
  return { page, ...driven }
}

async function endedAfterOne(folder: string, scenarios: readonly string[]) {
  const run = begun(folder, ...scenarios)
  const page = await run.page
  const driven = await driveOpenSession(page)
  await endAll(page)
  expect(await run.ended).toBe(3)
  return { page, ...driven }
}

test.each([
  ['ended', endedAfterOne],
  ['killed', killedAfterOne],
])('a run that was %s goes on where it was, with the sessions that were done', async (_, afterOne) => {
  const folder = testFolder()
  const scenarios = ['outcomes/declined-at-submit', 'outcomes/review'].flatMap((one) => ['--scenario', one])
  const before = await afterOne(folder, scenarios)
  expect(before.names).toHaveLength(2)

  const out = join(folder, 'out')
  const second = begun(folder, ...scenarios, '--resume', out)
  const page = await second.page
  await expect.poll(async () => (await shown(page)).before).toBe(1)
  // Nothing has to be typed again.
  expect(page).toBe(before.page)
  expect(await driveOpenSession(page)).toEqual({ names: ['outcomes-review'], shared: before.shared })
  await endAll(page)
  // Nobody entered how the application ended, so that nothing can fail, and nothing is left to drive.
  await second.ended
  const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
  expect(report.reason).not.toContain('a certificate needs')
  expect(report.summary.failed).toBe(0)
  const scenariosOf = (id: string) =>
    report.requirements
      .find((one: { id: string }) => one.id === id)
      .checks.map(({ name, verdict }: { name: string; verdict: string }) => [name.split(':', 1)[0], verdict])
  expect(scenariosOf('client-sends-the-token')).toEqual([
    ['outcomes/declined-at-submit', 'passed'],
    ['outcomes/review', 'passed'],
  ])
  expect(await begun(folder, '--resume', join(folder, 'nothing')).ended).toBe(2)
})

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { PartnerApplication } from '../browser/partner-application.ts'
import { begun, shown } from './hand-run.ts'

const example = fileURLToPath(new URL('../../examples/client-typescript/client.ts', import.meta.url))

test('a session that a person drives is shown as it goes on, and judged when it is said to be done', async () => {
  const folder = testFolder()
  const run = begun(folder, '--scenario', 'journeys/straight-through', '--scenario', 'outcomes/review')
  const page = await run.page
  expect(await (await fetch(page)).text()).toContain('Certification of a client')
  const first = await shown(page)
  expect(first.sessions.map(({ name, state }) => [name, state])).toEqual([
    ['journeys-straight-through', 'waits'],
    ['outcomes-review', 'waits'],
  ])
  const [straight] = first.sessions
  const submission = join(folder, 'submission.json')
  const answer = await fetch(`${page}/desk/${straight?.name}/submission.json`)
  writeFileSync(submission, await answer.text())
  const env = { ...process.env, ...straight?.set, QUOTE_SUBMISSION: submission, QUOTE_WORKDIR: folder }
  const code = await new Promise((resolve) => spawn(process.execPath, [example], { env }).on('exit', resolve))
  expect(code).toBe(0)

  const [done] = (await shown(page)).sessions
  expect(done?.state).toBe('goes-on')
  expect(done?.requests.map(({ what }) => what)).toContain('PUT bind')
  const tell = `${page}/desk/${straight?.name}`
  const put = (name: string) =>
    fetch(`${tell}/files/${name}`, { method: 'PUT', body: readFileSync(join(folder, name)) })
  await Promise.all([put('proposal.pdf'), put('policy.pdf')])
  const result = { quote_id: done?.quote, quote_status: 'issued', error: null, in_order: true }
  await fetch(`${tell}/result`, { method: 'POST', body: JSON.stringify(result) })
  expect((await shown(page)).sessions.map(({ needed }) => needed)).toEqual([true, true])
  await fetch(`${tell}/done`, { method: 'POST' })
  await expect
    .poll(async () => (await shown(page)).sessions[0]?.verdict)
    .toMatchObject({
      passed: expect.any(Number),
      breaches: [],
    })
  expect((await shown(page)).sessions.map(({ needed }) => needed)).toEqual([false, true])
  await fetch(`${page}/desk/end`, { method: 'POST' })
  // Nobody has driven what shows how the client handles a review.
  expect(await run.ended).toBe(3)

  const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'))
  expect(report).toMatchObject({
    verdict: 'incomplete',
    reason: expect.stringMatching(/^a certificate needs 1 more session/),
  })
  const verdicts = Object.fromEntries(
    report.requirements.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
  )
  expect(verdicts).toMatchObject({
    'client-sends-the-token': 'passed',
    'client-bind-only-when-ready': 'passed',
    'client-stops-at-issued': 'passed',
    // A person entered what the application shows and saved.
    'client-saves-the-policy': 'passed',
    'client-writes-its-result': 'passed',
    'client-handles-underwriter-review': 'not-exercised',
  })
})

test('one address and one set of credentials do for all sessions: requests reach the session that is chosen', async () => {
  const folder = testFolder()
  const scenarios = [
    'outcomes/review',
    'outcomes/declined-at-submit',
    'tokens/long',
    'credentials/awkward-secrets',
    'addresses/deep',
  ]
  const run = begun(folder, ...scenarios.flatMap((one) => ['--scenario', one]))
  const page = await run.page
  const session = async (name: string) => (await shown(page)).sessions.find((one) => one.name === name)
  const post = (path: string) => fetch(`${page}/desk/${path}`, { method: 'POST' })
  const submissionOf = async (name: string) =>
    (await fetch(`${page}/desk/${name}/submission.json`)).json() as Promise<unknown>

  const { shared } = await shown(page)
  await expect.poll(async () => (await shown(page)).sessions.length).toBe(5)
  expect(Object.keys((await session('outcomes-review'))?.also ?? {})).toEqual([])
  expect(Object.keys((await session('addresses-deep'))?.also ?? {})).toEqual(['QUOTE_BASE_URL'])
  expect(Object.keys((await session('credentials-awkward-secrets'))?.also ?? {})).toEqual([
    'QUOTE_CLIENT_ID',
    'QUOTE_CLIENT_SECRET',
    'QUOTE_INTEGRATION_KEY',
  ])

  const application = new PartnerApplication(shared)
  await post('outcomes-review/choose')
  await application.logIn()
  const { data } = await application.send('POST', '/submit', await submissionOf('outcomes-review'))
  const status = () => application.send('GET', `/status/${data.quote_id}`)
  await pause(2100)
  expect((await status()).data.quote_status).toBe('underwriter_review')
  await post('outcomes-review/done')

  // The token of the first session is valid for its lifetime, and the quote of that session is still there.
  await post('outcomes-declined-at-submit/choose')
  const declined = await application.send(
    'POST',
    '/submit',
    await submissionOf('outcomes-declined-at-submit'),
  )
  expect([declined.status, (await status()).status]).toEqual([400, 200])
  expect((await session('outcomes-declined-at-submit'))?.requests.map(({ what }) => what)).toEqual([
    'POST submit',
  ])
  await post('outcomes-declined-at-submit/done')

  // A session about tokens begins without one.
  await post('tokens-long/choose')
  const submission = await submissionOf('tokens-long')
  expect((await application.send('POST', '/submit', submission)).status).toBe(401)
  await application.logIn()
  expect((await application.send('POST', '/submit', submission)).status).toBe(200)
  await post('tokens-long/done')

  // Other credentials than those of a session about credentials are wrong there.
  await post('credentials-awkward-secrets/choose')
  expect((await application.send('POST', '/submit', submission)).status).toBe(401)
  await post('end')
  await run.ended
  const report = JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'))
  const failed = report.requirements.flatMap((one: { checks: { name: string; verdict: string }[] }) =>
    one.checks.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name.split(':', 1)[0]),
  )
  expect(new Set(failed)).toEqual(new Set(['credentials/awkward-secrets']))
})

test('requests to a session that there is not are answered, and change nothing', async () => {
  const folder = testFolder()
  const run = begun(folder, '--scenario', 'outcomes/review')
  const page = await run.page
  const codes = await Promise.all(
    [
      `${page}/v1.14.2/nobody/api/submit`,
      `${page}/desk/nobody/done`,
      `${page}/desk/nobody/submission.json`,
    ].map(async (address) => (await fetch(address, { method: 'POST' })).status),
  )
  expect(codes).toEqual([404, 404, 404])
  await fetch(`${page}/desk/end`, { method: 'POST' })
  await run.ended
})

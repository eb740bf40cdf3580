import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedOptions, startEmbedded } from '../../../targets/sandbox/index.ts'
import { readReport, run, start, temporaryFolder } from '../../cli/command.ts'
import { startHere } from '../../cli/here.ts'
import { whole } from '../../cli/whole.ts'

/** The only scenario that judges what these tests check. */
const BIND = ['--scenario', 'bind/ready-quote']

/** A sandbox on real time, and its profile with changes. */
async function sandbox(options: EmbeddedOptions = {}, changes: Record<string, unknown> = {}) {
  const running = await startEmbedded({ clock: 'real', ...options })
  onTestFinished(() => running.close())
  const profile = join(temporaryFolder(), 'profile.json')
  writeFileSync(profile, JSON.stringify({ ...running.profile(), ...changes }))
  return { running, profile }
}

describe('a run of the embedded sandbox', () => {
  test('ends with 0 and leaves all reports, with the keys that others rely on', async () => {
    const out = join(temporaryFolder(), 'new', 'folder')
    const { code, out: text, err } = await run('--only', '4.rule.4', ...BIND, '--seed', '7', '--out', out)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(text).toMatch(/^quote-conformance \S+ judges the embedded sandbox\n/)
    expect(text.trimEnd()).toMatch(/\nverdict: conformant: .*$/)
    expect(readdirSync(out).toSorted()).toEqual([
      'allure-results',
      'junit.xml',
      'report.html',
      'report.json',
      'results.jsonl',
    ])
    const report = readReport(out)
    expect(report).toMatchObject({
      suite: { name: 'quote-conformance', version: expect.any(String) },
      kind: 'platform',
      verdict: 'conformant',
      target: { environment: 'sandbox', baseUrl: expect.stringMatching(/^http/), apiVersion: 'v1.14.2' },
      seed: 7,
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      finishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(report.requirements.every(({ reason }) => reason !== '')).toBe(true)
    const judged = report.requirements.find(({ id }) => id === 'bind-answers-202')
    expect(judged).toMatchObject({
      clause: '4.rule.4',
      level: 'must',
      title: expect.any(String),
      catches: expect.arrayContaining(['A bind is answered with 200, as before v1.8.0']),
      verdict: 'passed',
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: 'bind/ready-quote: every exchange',
          verdict: 'passed',
          message: expect.any(String),
          durationMs: expect.any(Number),
        }),
      ]),
    })
  })

  test('--json prints one line of JSON for each verdict, that of the run last, and nothing else', async () => {
    const out = temporaryFolder()
    const { code, out: text } = await whole(['--json', '--only', 'bind-answers-202', ...BIND, '--out', out])
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; verdict: string })
    expect(code).toBe(0)
    expect(lines.pop()).toMatchObject({ verdict: 'conformant', exitCode: 0 })
    expect(lines.map(({ id }) => id)).toEqual(readReport(out).requirements.map(({ id }) => id))
    expect(lines.find(({ id }) => id === 'bind-answers-202')?.verdict).toBe('passed')
  })

  test('--quiet prints only the end', async () => {
    const { out } = await whole([
      '--quiet',
      '--only',
      'bind-answers-202',
      ...BIND,
      '--out',
      temporaryFolder(),
    ])
    expect(out).not.toMatch(/judges|bind\/ready-quote/)
    expect(out).toMatch(/verdict: conformant/)
  })
})

describe('a target that is wrong', () => {
  test('ends with 1, and the command that is shown finds the same again', async () => {
    const answers = {
      bindAccepted: () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"status":"\\u001b[2J"}',
      }),
    }
    const { profile } = await sandbox({ clock: 'virtual', behaviour: { answers } })
    const words = ['--only', 'bind-answers-202', ...BIND, '--target', profile, '--out', temporaryFolder()]
    const first = await whole(words)
    expect(first.code).toBe(1)
    expect(first.out).toMatch(
      /FAILED bind-answers-202 \(4\.rule\.4\).*expected +status 202.*reproduce +sh \S+\/reproductions\/bind-answers-202\.sh/s,
    )
    expect(first.out).not.toContain('\u001b')
    const [, again = ''] = /again +npx quote-conformance (.*)/.exec(first.out) ?? []
    const second = await whole([...again.split(' '), '--out', temporaryFolder()])
    expect(second.out).toContain('FAILED bind-answers-202')
  })
})

describe('a target that cannot be judged', () => {
  test.each([
    ['unreachable', { auth_url: 'http://127.0.0.1:9/token' }, /network/],
    [
      'without valid credentials',
      { credentials: { client_id: 'x', client_secret: 'no-secret', integration_key: 'no-key' } },
      /credentials/,
    ],
  ])('%s: ends with 3, says where it lies and judges nothing', async (_, changes, cause) => {
    const { profile } = await sandbox({}, changes)
    const out = temporaryFolder()
    const { code, out: text } = await whole(['--quiet', '--target', profile, '--out', out])
    expect(code).toBe(3)
    expect(text).toMatch(cause)
    const report = readReport(out)
    expect(report.verdict).toBe('incomplete')
    expect(new Set(report.requirements.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']))
  })
})

describe('a command line that selects nothing or no profile', () => {
  test.each([
    ['--only', 'no-such-requirement'],
    ['--scenario', 'no/such/scenario'],
    ['--api-version', 'v99.0.0'],
    ['--target', 'no-such-profile.yaml'],
  ])('%s %s: ends with 2, names it and writes nothing', async (option, value) => {
    const out = join(temporaryFolder(), 'out')
    const { code, err } = await whole([option, value, '--out', out])
    expect(code).toBe(2)
    expect(err).toContain(value)
    expect(err).toMatch(/^[^\n]+\n$/)
    expect(existsSync(out)).toBe(false)
  })
})

describe('a run that is ended', () => {
  async function untilJudging<Running extends Pick<ReturnType<typeof start>, 'shows'>>(
    begin: (...words: readonly string[]) => Running,
    { out, profile }: { readonly out: string; readonly profile: string },
  ): Promise<Running> {
    const running = begin('--target', profile, '--out', out)
    await running.shows(/^passed /m)
    return running
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('%s: keeps what was judged and ends with 3', async (signal) => {
    const { profile } = await sandbox()
    const out = temporaryFolder()
    const running = await untilJudging(start, { out, profile })
    running.process.kill(signal)
    const { code, out: text } = await running.finished
    expect(code).toBe(3)
    expect(text).toMatch(/verdict: incomplete: the run was interrupted/)
    expect(readReport(out).requirements.some(({ verdict }) => verdict === 'passed')).toBe(true)
  })

  test('SIGKILL: leaves whole lines, from which the reports are made', async () => {
    const { profile } = await sandbox()
    const out = temporaryFolder()
    const running = await untilJudging(start, { out, profile })
    running.process.kill('SIGKILL')
    await running.finished
    expect(existsSync(join(out, 'report.json'))).toBe(false)
    expect(readFileSync(join(out, 'results.jsonl'), 'utf8').startsWith('{"type":"run-started"')).toBe(true)
    const { code } = await whole(['report', out])
    expect(code).toBe(3)
    expect(readReport(out)).toMatchObject({
      verdict: 'incomplete',
      reason: 'the run was killed before it ended',
    })
  })

  test('a target that vanishes: the run ends by itself with what was judged', async () => {
    const { profile, running: platform } = await sandbox()
    const out = temporaryFolder()
    const running = await untilJudging(startHere, { out, profile })
    await platform.close()
    const { code } = await running.finished
    expect(code).not.toBe(0)
    expect(readReport(out)).toMatchObject({ end: { how: 'target-lost', cause: 'target' } })
  })
})

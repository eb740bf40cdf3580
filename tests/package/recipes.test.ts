import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Job, type Workflow, yaml } from '../pipelines/read.ts'
import { command, PACKAGE, PROJECT, started } from './program.ts'
import { type JobEnd, matrixOf, type Runner, runJob } from './workflow.ts'

const { nodes, tarball } = inject('installed')
const [node = ''] = Object.values(nodes).toReversed()
const folder = mkdtempSync(join(PROJECT, 'recipes-'))
const repository = join(folder, 'repository')

const workflow = (name: string): Workflow => yaml(`ci/github/${name}.yml`)

/** A fresh machine as the templates find it. It keeps what npm has installed. */
function runner(more: Partial<Runner> = {}): Runner {
  const temp = mkdtempSync(join(folder, 'runner-'))
  return {
    repository,
    artifacts: join(temp, 'artifacts'),
    temp,
    values: {},
    env: {
      ...(process.env as Record<string, string>),
      PATH: `${join(folder, 'bin')}:${dirname(node)}:${process.env.PATH}`,
      QUOTE_PACKAGE: tarball,
      QUOTE_ARGS: '--only token-* --scenario token/*',
      npm_config_prefer_offline: 'true',
      NO_COLOR: '1',
    },
    ...more,
  }
}

/** Runs the jobs of a workflow in order, each combination of a matrix separately. */
function all(flow: Workflow, machine: Runner): readonly JobEnd[] {
  return Object.values(flow.jobs).flatMap((job: Job) => {
    const matrix = matrixOf(job)
    return (matrix.length === 0 ? [{}] : matrix).map((one) => runJob(flow, job, machine, one))
  })
}

/** Serves a platform and puts its profile where the templates look for it. */
async function staging(...kind: readonly string[]): Promise<void> {
  const out = mkdtempSync(join(folder, 'sandbox-'))
  const words = [join(PACKAGE, 'cli/quote-conformance.js'), 'sandbox', '--port', '0', '--out', out, ...kind]
  await started(node, words, /Ctrl-C ends it/)
  mkdirSync(join(repository, 'conformance'), { recursive: true })
  cpSync(join(out, 'profile.yaml'), join(repository, 'conformance/staging.yaml'))
}

const WRONG = ['--mutant', 'token-expires-in-text']

beforeAll(() => {
  mkdirSync(join(repository, 'conformance'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  // Installation is tested once elsewhere, and takes longer than all other steps.
  const npm = `#!/bin/sh\n[ "$1 $2" = 'install --prefix' ] && mkdir -p "$3" && ln -sfn '${PROJECT}/node_modules' "$3/node_modules"\n`
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 })
})

describe('before a release', () => {
  test('four shards and their merge let a right platform through', async () => {
    await staging()
    const ends = all(workflow('before-release'), runner())
    expect(ends.map(({ ok, log }) => (ok ? '' : log))).toEqual(['', '', '', '', ''])
    expect(ends.at(-1)?.summary).toContain('conformant')
  })

  test('a wrong one is stopped by the merge alone, with an annotation', async () => {
    await staging(...WRONG)
    const ends = all(workflow('before-release'), runner())
    expect(ends.map(({ ok }) => ok)).toEqual([true, true, true, true, false])
    expect(ends.at(-1)?.log).toContain(
      '::error file=conformance/staging.yaml,title=token-expires-in-3600 (5)::',
    )
  })
})

test('nightly, a regression fails, and what was failing before does not', async () => {
  /** Stands in for the `gh` of a repository whose last good and last failed run lie in these folders. */
  const gh = (runs: { readonly success?: string; readonly failure?: string }) => {
    const [listed, given] = [
      Object.entries(runs).map(([end]) => `*" --status ${end} "*) echo ${end};;`),
      Object.entries(runs).map(([end, run]) => `*" download ${end} "*) cp -r ${run} "$7";;`),
    ]
    const script = `#!/bin/sh\ncase " $* " in ${[...listed, ...given].join(' ')} esac\n`
    writeFileSync(join(folder, 'bin/gh'), script, { mode: 0o755 })
  }
  const flow = workflow('nightly')
  const night = () => {
    const machine = runner()
    const [end] = all(flow, machine)
    return { ok: end?.ok, log: end?.log ?? '', left: join(machine.artifacts, 'quote-conformance') }
  }
  gh({})
  await staging(...WRONG)
  const first = night()
  expect(first.ok).toBe(false)
  expect(first.log).toContain('token-expires-in-3600')
  gh({ failure: first.left })
  expect(night()).toMatchObject({ ok: true, log: expect.stringContaining('regression: none') })
  gh({})
  await staging()
  const good = night()
  expect(good.ok ? '' : good.log).toBe('')
  gh({ success: good.left, failure: first.left })
  await staging(...WRONG)
  expect(night()).toMatchObject({ ok: false, log: expect.stringContaining('regression: yes') })
})

test('partners are certified, and one that is wrong fails the job', async () => {
  const secret = 'whsec-recipe'
  const example = join(PACKAGE, 'examples/receiver/receiver.mjs')
  const { match } = await started(node, [example, '0'], /http:\S+/, { SIGNING_SECRET: secret })
  const key = join(folder, 'key.pem')
  await command(node, ['keygen', '--out', key])
  const profile = (name: string, signing: string) =>
    writeFileSync(
      join(repository, 'partners', name),
      JSON.stringify({ receiver: { url: match[0], signing_secret: signing } }),
    )
  mkdirSync(join(repository, 'partners'))
  profile('right.json', secret)
  const values = { 'secrets.CERTIFICATE_KEY': readFileSync(key, 'utf8'), 'secrets.SIGNING_SECRET': secret }
  const flow = workflow('partner-certification')
  const env = { ...runner().env, QUOTE_ARGS: '--only receiver-refuses-wrong-signature' }
  const machine = runner({ values, env })
  const ends = all(flow, machine)
  expect(ends.map(({ ok, log }) => (ok ? '' : log))).toEqual(['', ''])
  // A run of a part deserves none, which is no failure.
  expect(ends[1]?.log).toMatch(
    /^certified\/right: no certificate: .*left something out|^no certificate: .*left something out/,
  )
  expect(readFileSync(join(machine.artifacts, 'certified/summary.md'), 'utf8')).toContain('conformant')
  profile('wrong.json', 'another')
  const [failing, signing] = all(flow, runner({ values, env }))
  expect(signing?.ok ? '' : signing?.log).toBe('')
  expect(failing?.ok).toBe(false)
  expect(failing?.log).toContain('0 of 2 conformant, 1 conformant in a part')
  rmSync(join(repository, 'partners'), { recursive: true })
})

test('after a changelog version, both versions are judged and the changes are reported', async () => {
  await staging()
  const values = { 'inputs.before': 'v1.13.0', 'inputs.after': 'v1.14.2' }
  const [end] = all(workflow('changelog-regression'), runner({ values }))
  expect(end?.ok ? '' : end?.log).toBe('')
  expect(end?.summary).toContain('quote.proposalReady')
})

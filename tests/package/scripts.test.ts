import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { documents, text, yaml } from '../pipelines/read.ts'
import { PROJECT, started } from './program.ts'

const { nodes, tarball } = inject('installed')
const [node = ''] = Object.values(nodes).toReversed()
const folder = mkdtempSync(join(PROJECT, 'scripts-'))
const BIN = join(PROJECT, 'node_modules/.bin')

interface Shell {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a script as CI systems and containers do, and returns its result. */
function shell(script: string, { cwd, env = {} }: Shell) {
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${BIN}:${dirname(node)}:${process.env.PATH}`, NO_COLOR: '1', ...env },
  })
  return { status, log: `${stdout}${stderr}` }
}

const RIGHT = { status: 0 }
const ONLY = '--only token-answers-200'

interface GitlabJob {
  readonly extends?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly before_script?: readonly string[]
  readonly script?: readonly string[]
}

/** A job of the GitLab template, merged with all jobs that it extends. */
function gitlabJob(name: string): Required<Pick<GitlabJob, 'variables' | 'script'>> {
  const job = yaml<Readonly<Record<string, GitlabJob>>>('ci/gitlab/quote-conformance.gitlab-ci.yml')[name]
  const base = job?.extends === undefined ? { variables: {}, script: [] } : gitlabJob(job.extends)
  return {
    variables: { ...base.variables, ...job?.variables },
    script: [...base.script, ...(job?.before_script ?? []), ...(job?.script ?? [])],
  }
}

function gitlab(name: string, cwd: string, more: Readonly<Record<string, string>> = {}) {
  const { variables, script } = gitlabJob(name)
  const own = { CI_PROJECT_DIR: cwd, CI_PIPELINE_IID: '7', QUOTE_ARGS: ONLY }
  // Installation is tested once elsewhere.
  mkdirSync(join(cwd, 'bin'), { recursive: true })
  writeFileSync(join(cwd, 'bin/npm'), '#!/bin/sh\n', { mode: 0o755 })
  const path = `${join(cwd, 'bin')}:${BIN}:${dirname(node)}:${process.env.PATH}`
  return shell(script.join('\n'), { cwd, env: { ...variables, ...own, ...more, PATH: path } })
}

test('the jobs for GitLab judge whole and in shards, and merge', () => {
  const cwd = mkdtempSync(join(folder, 'gitlab-'))
  expect(gitlab('.quote-conformance', cwd)).toMatchObject(RIGHT)
  expect(JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))).toEqual([])
  for (const index of ['1', '2'])
    expect(
      gitlab('.quote-conformance-shard', cwd, { CI_NODE_INDEX: index, CI_NODE_TOTAL: '2' }),
    ).toMatchObject(RIGHT)
  expect(gitlab('.quote-conformance-merge', cwd)).toMatchObject(RIGHT)
  cpSync(join(cwd, 'quote-conformance'), join(cwd, 'last-good'), { recursive: true })
  const args = { QUOTE_ARGS: '--only token-* --sandbox-version v1.14.2 --variant breaker-counts-attempts' }
  expect(gitlab('.quote-conformance', cwd, args).log).toContain('regression: none')
})

test('the jobs for Kubernetes drive every shard by its index, and merge', () => {
  const cwd = mkdtempSync(join(folder, 'kubernetes-'))
  const [, shards, merge] = ['job', 'merge']
    .flatMap((name) => documents(`ci/kubernetes/${name}.yaml`))
    .map((one) => JSON.stringify(one))
  const scriptOf = (job = ''): string =>
    JSON.parse(job).spec.template.spec.containers[0].args[0].replaceAll('--target "$PROFILE"', '')
  const env = { REPORTS: cwd, SEED: '7', QUOTE_ARGS: ONLY }
  for (const index of ['0', '1', '2', '3'])
    expect(shell(scriptOf(shards), { cwd, env: { ...env, JOB_COMPLETION_INDEX: index } })).toMatchObject(
      RIGHT,
    )
  expect(shell(scriptOf(merge), { cwd, env })).toMatchObject(RIGHT)
  expect(existsSync(join(cwd, 'whole/report.html'))).toBe(true)
})

test('the steps of the container file install the package, and its services judge each other', async () => {
  const root = mkdtempSync(join(folder, 'container-'))
  const [opt, data] = [join(root, 'opt/quote-conformance'), join(root, 'data')]
  for (const place of [opt, data]) mkdirSync(place, { recursive: true })
  const [port, control, hooks] = ['24010', '24011', '25001']
  const moved = (words: string): string =>
    words
      .replaceAll('/opt/quote-conformance', opt)
      .replaceAll('/data', data)
      .replaceAll('4010', port)
      .replaceAll('4011', control)
      .replaceAll('5001', hooks)
  const file = text('ci/container/Containerfile')
  cpSync(tarball, join(opt, 'package.tgz'))
  const [install = ''] = [...file.matchAll(/^RUN (npm install(?:.*\\\n)*.*)$/gm)].map(
    ([, words = '']) => words,
  )
  expect(shell(moved(install), { cwd: opt })).toMatchObject(RIGHT)
  const bin = join(opt, 'node_modules/.bin')
  const { services } = yaml<{
    readonly services: Readonly<
      Record<
        'sandbox' | 'receiver' | 'suite',
        { readonly command: readonly string[]; readonly entrypoint: readonly string[] }
      >
    >
  }>('ci/container/compose.yaml')
  const [, ...check] = JSON.parse(/^ {2}CMD (.*)$/m.exec(file)?.[1] ?? '[]') as readonly string[]
  const health = () => spawnSync(node, check.map(moved)).status
  expect(health()).toBe(1)
  const entry = join(opt, 'node_modules/quote-conformance/cli/quote-conformance.js')
  await started(node, [entry, ...services.sandbox.command.map(moved)], /Ctrl-C ends it/)
  expect(health()).toBe(0)
  const secret = { SIGNING_SECRET: 'whsec-compose' }
  const [, program = '', ...rest] = services.receiver.entrypoint.map(moved)
  await started(node, [program, ...rest], /http:/, secret)
  const [script = ''] = services.suite.command.map((words) => moved(words).replaceAll('$$', '$'))
  // The commands of the script are run one by one, because each judges another side.
  const [first = '', platform = '', write = '', receiver = '', ...others] = script.trim().split('\n')
  expect({ first, others }).toEqual({ first: 'set -f', others: [] })
  const path = `${bin}:${dirname(node)}:${process.env.PATH}`
  const run = (line: string, args: string) =>
    shell(`${first}\n${line}`, { cwd: data, env: { ...secret, QUOTE_ARGS: args, PATH: path } })
  expect(run(platform, '--only token-answers-200')).toMatchObject(RIGHT)
  expect(run(write, '')).toMatchObject(RIGHT)
  expect(run(receiver, '--only receiver-refuses-wrong-signature')).toMatchObject(RIGHT)
  const reports = ['platform', 'receiver'].map((side) => join(data, 'reports', side, 'report.json'))
  expect(reports.filter((file) => !existsSync(file))).toEqual([])
})

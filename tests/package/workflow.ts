import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { type Action, type Job, type Step, type Workflow, yaml } from '../pipelines/read.ts'

/** A GitHub runner that runs one job after the other, in a folder of its own. */
export interface Runner {
  /** The repository; each job gets a copy of it. */
  readonly repository: string
  /** Folder that keeps artifacts after a job. */
  readonly artifacts: string
  readonly temp: string
  readonly env: Readonly<Record<string, string>>
  /** Values of expressions: `secrets.NAME`, `inputs.NAME`. */
  readonly values: Readonly<Record<string, string>>
}

export interface JobEnd {
  readonly ok: boolean
  readonly log: string
  /** Everything that was written to the page of the job. */
  readonly summary: string
}

interface State {
  readonly runner: Runner
  readonly workspace: string
  readonly env: Record<string, string>
  readonly values: Record<string, string>
  path: string
  ok: boolean
  log: string
}

/** Runs a job of a workflow: its shell steps with bash, and of its actions those that move files. */
export function runJob(
  workflow: Workflow,
  job: Job,
  runner: Runner,
  matrix: Readonly<Record<string, string>> = {},
): JobEnd {
  const values = { ...runner.values, 'runner.temp': runner.temp, 'github.token': 'token', ...matrix }
  const workspace = mkdtempSync(join(runner.temp, 'work-'))
  cpSync(runner.repository, workspace, { recursive: true })
  const state: State = { runner, workspace, env: {}, values, path: '', ok: true, log: '' }
  writeFileSync(join(runner.temp, 'summary'), '')
  for (const [name, text] of Object.entries(workflow.env ?? {}))
    state.env[name] = state.values[`env.${name}`] = runner.env[name] ?? evaluated(text, state.values)
  for (const step of job.steps) runStep(step, state)
  return { ok: state.ok, log: state.log, summary: readFileSync(join(runner.temp, 'summary'), 'utf8') }
}

/** The combinations of a matrix with one dimension, as values of expressions. */
export const matrixOf = ({ strategy }: Job): readonly Readonly<Record<string, string>>[] =>
  Object.entries(strategy?.matrix ?? {}).flatMap(([name, list]) =>
    list.map((value) => ({ [`matrix.${name}`]: String(value) })),
  )

function runStep(step: Step, state: State): void {
  if (!isDue(step, state)) return
  if (step.run !== undefined) runShell(step, step.run, state)
  else if (step.uses?.startsWith('quote-conformance/')) runAction(step, state)
  else moveFiles(step, state)
}

function isDue({ if: condition }: Step, { ok, values }: State): boolean {
  if (condition === undefined) return ok
  const expression = condition.replace(/^\$\{\{|\}\}$/g, '').replace('!cancelled()', 'true')
  return Boolean(runInNewContext(lookup(expression), { lookUp: (name: string) => values[name] ?? '' }))
}

/** Translates a GitHub expression to JavaScript, for the few forms that the templates use. */
const lookup = (expression: string): string =>
  expression.replaceAll(/\b[a-z]+(?:\.[\w-]+)+/g, (name) => `lookUp(${JSON.stringify(name)})`)

const evaluated = (text: string | number, values: Readonly<Record<string, string>>): string =>
  String(text).replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) =>
    String(runInNewContext(lookup(expression), { lookUp: (name: string) => values[name] ?? '' })),
  )

function runShell(step: Step, script: string, state: State): void {
  const { runner, values } = state
  const [output, path] = ['output', 'path'].map((name) => join(runner.temp, name)) as [string, string]
  for (const file of [output, path]) writeFileSync(file, '')
  const own = Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluated(text, values)]),
  )
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
    {
      cwd: state.workspace,
      encoding: 'utf8',
      env: {
        ...runner.env,
        ...state.env,
        ...own,
        PATH: `${state.path}${runner.env.PATH ?? ''}`,
        RUNNER_TEMP: runner.temp,
        GITHUB_OUTPUT: output,
        GITHUB_PATH: path,
        GITHUB_STEP_SUMMARY: join(runner.temp, 'summary'),
        GITHUB_WORKFLOW: 'nightly',
      },
    },
  )
  state.log += `${stdout}${stderr}`
  if (status !== 0) state.ok = false
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean))
    state.path = line + delimiter + state.path
  for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
    const [name = '', ...value] = line.split('=')
    state.values[`steps.${step.id}.outputs.${name}`] = value.join('=')
  }
}

function runAction(step: Step, state: State): void {
  const action = yaml<Action>('action.yml')
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: fallback = '' }]) => [
      `inputs.${name}`,
      evaluated(step.with?.[name] ?? fallback, state.values),
    ]),
  )
  const inner: State = { ...state, values: { ...state.values, ...given }, ok: true, log: '' }
  for (const one of action.runs.steps) runStep(one, inner)
  state.log += inner.log
  state.path = inner.path
  state.ok &&= inner.ok
}

function moveFiles(step: Step, { runner, workspace, values }: State): void {
  const [name, path, pattern] = ['name', 'path', 'pattern'].map((key) =>
    evaluated(step.with?.[key] ?? '', values),
  ) as [string, string, string]
  const place = join(workspace, path)
  if (step.uses?.startsWith('actions/upload-artifact') && existsSync(place)) {
    mkdirSync(runner.artifacts, { recursive: true })
    cpSync(place, join(runner.artifacts, name), { recursive: true })
  }
  if (!step.uses?.startsWith('actions/download-artifact')) return
  // One that is named is unpacked into the folder itself, those of a pattern each into a folder of its own.
  if (name !== '') cpSync(join(runner.artifacts, name), place, { recursive: true })
  else
    for (const one of globSync(join(runner.artifacts, pattern)))
      cpSync(one, join(place, basename(one)), { recursive: true })
}

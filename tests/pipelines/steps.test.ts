import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { type Workflow, yaml } from './read.ts'

/** A step of a template by its name, as a script. */
function scriptOf(template: string, job: string, name: string): string {
  const { jobs } = yaml<Workflow>(`ci/github/${template}.yml`)
  return jobs[job]?.steps.find((step) => step.name === name)?.run ?? ''
}

/** Runs a script in a new folder. `tools` are shell functions that stand in for programs. */
function shell(script: string, tools: string, env: Readonly<Record<string, string>>) {
  const cwd = testFolder()
  const all = { ...process.env, RUNNER_TEMP: cwd, ...env }
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `${tools}\n${script}`]
  return { cwd, seen: execFileSync('bash', words, { cwd, env: all, encoding: 'utf8' }) }
}

describe('before a release, the merge', () => {
  const merge = scriptOf('before-release', 'merge', 'Merge')
  const tools = `npm() { :; }
quote-conformance() { echo "$@"; mkdir -p quote-conformance; touch quote-conformance/report.json; }`

  test('names no baseline that nobody gave', () => {
    expect(shell(merge, tools, { QUOTE_PACKAGE: 'x', QUOTE_BASELINE: '' }).seen).not.toContain('baseline')
  })

  test('passes on the one that is given', () => {
    const { seen } = shell(merge, tools, { QUOTE_PACKAGE: 'x', QUOTE_BASELINE: 'known.yaml' })
    expect(seen.match(/--baseline known.yaml/g)).toHaveLength(2)
  })
})

describe('nightly, tonight is compared with', () => {
  const fetch = scriptOf('nightly', 'judge', 'Fetch the run to compare with')
  const run = (verdict: string) => JSON.stringify({ suite: {}, verdict }, null, 1)

  /** The report that is fetched where earlier runs have ended so, each with the name of its verdict. */
  function fetched(ended: Readonly<Record<string, readonly string[]>>): string | undefined {
    const runs = testFolder()
    const lists = Object.entries(ended).map(([end, verdicts]) => {
      const ids = verdicts.map((verdict, place) => {
        const id = `${end}-${place}`
        if (verdict === 'no artifact') return id
        mkdirSync(join(runs, id))
        writeFileSync(join(runs, id, 'report.json'), run(verdict))
        return id
      })
      return `*" --status ${end} "*) echo ${ids.join(' ')};;`
    })
    const tools = `gh() { case " $* " in ${lists.join(' ')} *" run download "*) cp -r "${runs}/$3" "$7" 2> /dev/null;; esac; }`
    const { cwd } = shell(fetch, tools, { GITHUB_WORKFLOW: 'nightly' })
    if (!readdirSync(cwd).includes('earlier')) return undefined
    return JSON.parse(readFileSync(join(cwd, 'earlier/report.json'), 'utf8')).verdict
  }

  test.each([
    ['nothing in the first night', {}, undefined],
    ['the last good run', { success: ['conformant'], failure: ['non-conformant'] }, 'conformant'],
    [
      'the last that was finished, before there is a good one',
      { failure: ['non-conformant'] },
      'non-conformant',
    ],
    ['none that was not finished', { failure: ['incomplete', 'non-conformant'] }, 'non-conformant'],
    ['nothing where none was finished', { failure: ['incomplete', 'no artifact'] }, undefined],
    ['an older one where reports are gone', { success: ['no artifact', 'conformant'] }, 'conformant'],
  ])('%s', (_, ended, verdict) => {
    expect(fetched(ended)).toBe(verdict)
  })
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { standardBehaviour } from '../../../targets/sandbox/behaviour.ts'
import { type BehaviourChanges, startEmbedded } from '../../../targets/sandbox/index.ts'
import { journeyMutants } from '../../../targets/sandbox/mutants/journeys/index.ts'
import { readReport, temporaryFolder } from '../../cli/command.ts'
import { whole } from '../../cli/whole.ts'

/** A sandbox with a virtual clock, and its profile with changes. */
async function profileOf(
  behaviour: BehaviourChanges,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const running = await startEmbedded({ clock: 'virtual', behaviour })
  onTestFinished(() => running.close())
  const file = join(temporaryFolder(), 'profile.json')
  writeFileSync(file, JSON.stringify({ ...running.profile(), ...changes }))
  return file
}

const mutant = journeyMutants.find(({ id }) => id === 'second-update-renews-created-at')

describe('a counterexample', () => {
  test('is printed, stored, and found again by --replay until the target is right', async () => {
    const behaviour = mutant?.change(standardBehaviour) ?? {}
    const [wrong, right] = [await profileOf(behaviour), await profileOf({})]
    const out = temporaryFolder()
    // One journey in ten shows the breach, and on a busy machine the timing may hide it.
    const options = ['--scenario', 'journeys/any-order', '--runs', '40', '--quiet', '--seed', '4']
    const first = await whole(['--target', wrong, '--out', out, ...options])
    expect(first.code).toBe(1)
    // The outcome of a quote does not change when its journey is shrunk.
    expect(first.out).toMatch(/\n {2}1\. submit quote 1.*\n {2}2\. .*update.*\n {2}3\. .*update.*\n/)
    expect(first.out).toMatch(/\n {2}curl +curl .*-X PUT/)

    const [name = ''] = readdirSync(join(out, 'counterexamples'))
    const file = join(out, 'counterexamples', name)
    expect(first.out).toContain(`--replay ${file}`)
    const stored = JSON.parse(readFileSync(file, 'utf8'))
    expect(stored).toMatchObject({
      scenario: 'journeys/any-order',
      seed: 4,
      case: { steps: expect.any(Array) },
    })
    expect(stored.requirements).toContain('created-at-never-changes')

    const again = temporaryFolder()
    const replayed = (target: string, folder: string) =>
      whole(['--target', target, '--replay', file, '--quiet', '--out', folder])
    const [second, mended] = await Promise.all([replayed(wrong, again), replayed(right, temporaryFolder())])
    expect([second.code, mended.code]).toEqual([1, 0])
    const report = readReport(again)
    expect(report.requirements.find(({ id }) => id === 'created-at-never-changes')?.verdict).toBe('failed')
    expect(report.counterexamples).toMatchObject([{ case: stored.case, steps: stored.steps }])
  })

  test('that is none is named, and nothing is sent', async () => {
    const file = join(temporaryFolder(), 'x.json')
    writeFileSync(file, '{"steps":[]}')
    const { code, err } = await whole(['--replay', file, '--out', temporaryFolder()])
    expect(code).toBe(2)
    expect(err).toMatch(/^quote-conformance: --replay .*x\.json is no stored counterexample: .*\n$/)
  })
})

describe('--discover', () => {
  test('finds recipes that the profile lacks, prints them, and judges what needs them', async () => {
    const target = await profileOf({}, { outcomes: {} })
    const out = temporaryFolder()
    const { code, out: text } = await whole([
      ...['--target', target, '--discover', '--rate', '200', '--discover-requests', '60', '--seed', '1'],
      ...['declined', 'settles-underwriter-review'].flatMap((name) => ['--scenario', `submit/${name}`]),
      ...['--quiet', '--out', out],
    ])
    expect(code).toBe(0)
    expect(text).toMatch(/^discovery: \d+ requests; submissions by outcome: /)
    const block = text.slice(
      text.indexOf('\noutcomes:') + 1,
      text.indexOf('\n\n', text.indexOf('\noutcomes:')),
    )
    expect(parse(block)).toMatchObject({
      outcomes: { underwriter_review: { question_highrisk: true }, declined: expect.any(Object) },
    })
    expect(readFileSync(join(out, 'discovered.yaml'), 'utf8').trimEnd()).toBe(block)
    const verdict = (id: string) => readReport(out).requirements.find((one) => one.id === id)?.verdict
    expect(verdict('transition-pending-to-declined')).toBe('passed')
    expect(verdict('transition-pending-to-underwriter-review')).toBe('passed')
  })

  test('writes nothing in production', async () => {
    const target = await profileOf({}, { environment: 'production', outcomes: {} })
    const { code, err } = await whole(['--target', target, '--discover', '--out', temporaryFolder()])
    expect(code).toBe(2)
    expect(err).toContain('--allow-writes')
  })
})

test.each([
  ['--runs', '0'],
  ['--strength', '4'],
  ['--rate', 'fast'],
  ['--discover-requests', '-1'],
])('%s %s is refused', async (option, value) => {
  const { code, err } = await whole([option, value, '--out', temporaryFolder()])
  expect(code).toBe(2)
  expect(err).toContain(option)
})

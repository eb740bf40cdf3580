import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../conformance/events.ts'
import { type Finding, failed, passed } from '../conformance/verdict.ts'
import { check, events } from './fakes.ts'
import { progress } from './progress.ts'

function shown(columns: number | undefined, ...checks: ReturnType<typeof check>[]): string {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  const view = progress({ write, color: false, ...(columns === undefined ? {} : { columns }) })
  for (const event of events({ checks })) view.add(event)
  return text
}

const good = check('one', 'must', passed())
const bad = check('two', 'must', failed({ expected: 'a', observed: 'b' }))

test('away from a terminal each scenario is a plain line', () => {
  expect(shown(undefined, good)).toBe('passed        s: A thing is done\n')
})

test('a failure is reported with its requirement, and once for all that share its cause', () => {
  const money = (requirement: string, observed: string) =>
    check(
      requirement,
      'must',
      failed({ expected: 'a money string', observed, cause: { observed: 'string', place: 'a field' } }),
    )
  const standing = { ...money('three', '$2'), standing: true as const }
  const text = shown(undefined, good, { ...money('two', '$1'), standing: true }, standing)
  expect(text).toBe(
    'failed        two and 1 more; expected a money string, observed $1 (s)\npassed        s: A thing is done\n',
  )
})

test('what did not happen is shown after what was done, and says that it may follow from it', () => {
  const nothing = (requirement: string) =>
    check(requirement, 'must', failed({ expected: 'an event', observed: 'none', absence: true }))
  expect(shown(undefined, nothing('one'), nothing('three'), bad)).toMatch(
    /^failed {8}two; .*\nfailed {8}one and 1 more; .* \(s\); another breach may have prevented it\n/,
  )
})

test('a scenario whose own claims fail names what failed, not its title', () => {
  expect(shown(undefined, good, bad)).toMatch(/^failed {8}two; .*\nfailed {8}s: two\n$/)
})

test('what is written at the end is reported', () => {
  let text = ''
  progress({ write: (more) => (text += more), color: false, columns: 80 }).tell('writing report.html')
  expect(text).toBe('\r\u001b[2Kwriting report.html')
})

test('what is awaited is reported with the time until which it is', () => {
  let text = ''
  const view = progress({ write: (more) => (text += more), color: false })
  const until = '2026-01-01T00:05:00.000Z'
  view.add({ type: 'scenario-waiting', scenario: 'webhooks/schedule', what: 'attempt 7 of 10', until })
  expect(text).toMatch(
    /^waiting {7}webhooks\/schedule: attempt 7 of 10, until \d\d:\d\d:\d\d at the latest\n$/,
  )
})

test('on a terminal one line is kept up to date within its width, and failures stay', () => {
  expect(shown(80, good)).toBe('\r\u001b[2K0 of 1 scenarios finished: s\r\u001b[2K1 of 1 scenarios finished')
  expect(shown(80, good, bad)).toContain('failed        two; expected a, observed b (s)\n')
  const lines = shown(10, good).split('\r\u001b[2K')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(10)
})

describe('a failure that may be a consequence', () => {
  const finished = (scenario: string, ...checks: readonly ReturnType<typeof check>[]): RunEvent => ({
    ...{ type: 'scenario-finished', scenario, title: scenario, durationMs: 1, exchanges: [], arrivals: [] },
    checks: checks.map((one) => ({ ...one, scenario })),
  })
  const breach = (requirement: string, more: Partial<Finding> = {}) =>
    check(requirement, 'must', failed({ expected: requirement, observed: 'another', ...more }))

  function viewed(columns?: number) {
    const [started, ...rest] = events({
      requirements: [
        ['cause', '4', 'must'],
        ['consequence', '4', 'must'],
      ],
    })
    if (started?.type !== 'run-started') throw new Error('the run has no beginning')
    const requirements = started.requirements.map((one) =>
      one.id === 'consequence' ? { ...one, explainedBy: ['cause'], explainedIn: ['later'] } : one,
    )
    let text = ''
    const write = (more: string) => (text += more)
    const view = progress({ write, color: false, ...(columns !== undefined && { columns }) })
    view.add({ ...started, requirements, scenarios: 40 })
    const shownLines = () =>
      text
        .replaceAll('\r\u001b[2K', '\n')
        .split('\n')
        .filter((line) => line !== '')
    return { add: view.add, lines: shownLines, ended: () => rest.slice(-1).forEach(view.add) }
  }

  test('is shown behind its cause, once what may show the cause has ended', () => {
    const { add, lines } = viewed()
    add(finished('early', breach('consequence')))
    expect(lines()).toEqual([])
    add(finished('later', breach('cause')))
    expect(lines().map((line) => line.slice(0, 30).trim())).toEqual([
      'failed        cause: cause hol',
      'failed        consequence: con',
      'failed        early: consequen',
      'failed        later: cause',
    ])
  })

  test('is shown then where nothing explains it, and at the end of a run at the latest', () => {
    const other = viewed()
    other.add(finished('early', breach('consequence')))
    other.add(finished('later', good))
    expect(other.lines()[0]).toMatch(/^failed {8}consequence/)
    const cut = viewed()
    cut.add(finished('early', breach('consequence')))
    cut.ended()
    expect(cut.lines()[0]).toMatch(/^failed {8}consequence/)
  })

  test('waits for a tenth of the run at most', () => {
    const { add, lines } = viewed()
    add(finished('early', breach('consequence')))
    for (const name of ['a', 'b', 'c']) add(finished(name))
    expect(lines().join()).not.toContain('consequence')
    add(finished('d'))
    expect(lines().find((line) => line.startsWith('failed'))).toMatch(/^failed {8}consequence/)
  })

  test('is counted on a terminal meanwhile, with the reason why it is not shown', () => {
    const { add, lines } = viewed(120)
    add(finished('early', breach('consequence')))
    expect(lines().at(-1)).toBe(
      '1 of 40 scenarios finished, 1 requirement failed (scenarios that may show the cause are still to come)',
    )
  })

  test('is shown before something that did not happen', () => {
    const { add, lines } = viewed()
    add(finished('early', breach('consequence')))
    add(finished('next', breach('nothing-came', { absence: true })))
    expect(
      lines()
        .slice(0, 2)
        .map((line) => line.slice(14, 26)),
    ).toEqual(['consequence:', 'nothing-came'])
  })
})

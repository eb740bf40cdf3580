import { expect, test } from 'vitest'
import { githubAnnotations, gitlabAnnotations } from './annotations.ts'

const target = { name: 'held', environment: 'sandbox', baseUrl: 'http://a', apiVersion: 'v1.14.2' } as const

const requirement = (id: string, verdict: 'failed' | 'warned' | 'passed', reason: string) => ({
  id,
  clause: '4.rule.4',
  level: 'must' as const,
  title: 'A bind is answered with 202',
  verdict,
  reason,
  checks: [],
})

const report = (...requirements: readonly ReturnType<typeof requirement>[]) => ({
  target,
  verdict: 'non-conformant' as const,
  reason: '1 requirement failed',
  requirements,
})

test('a failure is a line of its own, whatever a target wrote into it', () => {
  const text = githubAnnotations(
    report(requirement('a', 'failed', 'expected 202\n::error::100% forged'), requirement('b', 'passed', '')),
    'profiles/a,b.yaml',
  )
  expect(text.split('\n')).toEqual([
    '::error file=profiles/a%2Cb.yaml,title=a (4.rule.4)::A bind is answered with 202: expected 202\\n::error::100%25 forged',
    '',
  ])
})

test('the last of ten says how many more there are', () => {
  const many = Array.from({ length: 14 }, (_, index) => requirement(`r${index}`, 'failed', 'x'))
  const lines = githubAnnotations(report(...many))
    .trim()
    .split('\n')
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toContain('and 5 more causes')
})

test('failures of one cause are one line', () => {
  const [one, other] = [requirement('a', 'failed', 'x'), requirement('b', 'failed', 'x')]
  const cause = {
    id: '0123abcd',
    verdict: 'failed' as const,
    requirements: ['a', 'b'],
    expected: '1',
    observed: [],
    differing: 0,
  }
  const causes = [{ ...cause, at: [], times: 2, scenarios: [], rerun: '' }]
  const lines = githubAnnotations({ ...report(one, other), causes })
    .trim()
    .split('\n')
  expect(lines).toEqual([expect.stringContaining('title=a (4.rule.4) and 1 more requirement::')])
})

test('an incomplete run is an error, and a warning is a warning', () => {
  const text = githubAnnotations({ ...report(requirement('w', 'warned', 'x')), verdict: 'incomplete' })
  expect(text).toMatch(/^::error title=the run is incomplete::/)
  expect(text).toMatch(/\n::warning title=w/)
})

test('code quality has an issue for each breach, with a fingerprint that stays', () => {
  const of = (reason: string) =>
    JSON.parse(gitlabAnnotations(report(requirement('a', 'failed', reason)), 'p.yaml'))
  expect(of('x')).toMatchObject([{ check_name: 'a', severity: 'critical', location: { path: 'p.yaml' } }])
  expect(of('x')[0].fingerprint).toBe(of('y')[0].fingerprint)
})

import { escapeXml } from '../conformance/xml.ts'
import type { ReportedCause } from './causes.ts'
import { count, endSentence } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { requiredText } from './required.ts'
import { bySection } from './sections.ts'
import { verdictWord } from './verdict-word.ts'
import { element } from './xml.ts'

const MOST_LINES = 10

/**
 * Makes `junit.xml`: a test suite for each section of the specification, a test case for each requirement. Requirements that
 * were not exercised are skipped. Warnings and observations are the suite's output. An incomplete run has an additional error
 * at the beginning, so that no CI shows it green. Failures come first, in the order of their causes, since many readers show only
 * the first one. The first failure of a cause has all details, and the others refer to it. It uses only elements that all
 * dialects of the format share: `schemas/junit.xsd`.
 */
export function junitXml(report: Report): string {
  const causes = new Map(
    report.causes?.flatMap((cause) =>
      [...cause.requirements, ...(cause.following ?? [])].map((id) => [id, cause] as const),
    ),
  )
  const failing = [...causes].flatMap(([id, { verdict }]) => (verdict === 'failed' ? [id] : []))
  const places = new Map(failing.map((id, place) => [id, place]))
  const placeOf = ({ id }: Pick<ReportedRequirement, 'id'>) => places.get(id) ?? places.size
  const sections = bySection(report.requirements)
    .map(({ number, title, members: unordered }) => {
      const members = unordered.toSorted((one, other) => placeOf(one) - placeOf(other))
      const cases = members.map((member) => testCase(member, causes.get(member.id)))
      return {
        name: `${number} ${title}`,
        cases,
        members,
        errors: 0,
        place: placeOf(members[0] ?? { id: '' }),
      }
    })
    .toSorted((one, other) => one.place - other.place)
  const run = { name: 'run', cases: [incomplete(report)], members: [], errors: 1 }
  const short = { name: 'required', cases: [shortOf(report.required)], members: [], errors: 1 }
  const all = [
    ...(report.verdict === 'incomplete' ? [run] : []),
    ...(requiredText(report.required) === undefined ? [] : [short]),
    ...sections,
  ]
  const suites = all.map((one, id) => suite(report, { ...one, id }))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}\n`
}

interface Suite {
  readonly name: string
  readonly cases: readonly string[]
  readonly members: readonly ReportedRequirement[]
  readonly id: number
  readonly errors: number
}

function suite(report: Report, { name, cases, members, id, errors }: Suite): string {
  const withVerdict = (verdict: string) => members.filter((member) => member.verdict === verdict)
  const attributes = {
    name,
    package: `${report.suite.name} ${report.target.name}`,
    id,
    // The format has no time zone; the time is UTC, like every time of a report.
    timestamp: report.startedAt.slice(0, 19),
    hostname: hostOf(report.target.baseUrl),
    tests: cases.length,
    failures: withVerdict('failed').length,
    errors,
    skipped: withVerdict('not-exercised').length,
    time: members.reduce((sum, member) => sum + secondsOf(member), 0).toFixed(3),
  }
  const reported = [...withVerdict('warned'), ...withVerdict('observed')].map((member) =>
    [`${member.verdict}: ${member.id}: ${member.reason}`, ...breachesOf(member.checks)].join('\n  '),
  )
  return element('testsuite', attributes, [
    element('properties', {}, [
      element('property', { name: 'verdict', value: report.verdict }, []),
      element('property', { name: 'result', value: `${verdictWord(report)}: ${report.reason}` }, []),
      element('property', { name: 'apiVersion', value: report.target.apiVersion }, []),
      element('property', { name: 'seed', value: report.seed }, []),
    ]),
    ...cases,
    element('system-out', {}, [escapeXml(reported.join('\n'))]),
    element('system-err', {}, []),
  ])
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || 'localhost' : 'localhost'
}

function incomplete({ end, reason }: Report): string {
  const error = element('error', { message: reason, type: 'incomplete' }, [escapeXml(endSentence(end))])
  return element('testcase', { classname: 'run', name: 'the run was finished', time: '0.000' }, [error])
}

/** A run that did not exercise what it had to is an error, so that no CI shows it green. */
function shortOf(required: Report['required']): string {
  const message = requiredText(required) ?? ''
  const error = element('error', { message, type: 'required' }, [
    escapeXml(required?.notExercised.join('\n') ?? ''),
  ])
  const attributes = { classname: 'run', name: 'what is required was exercised', time: '0.000' }
  return element('testcase', attributes, [error])
}

function testCase(requirement: ReportedRequirement, cause: ReportedCause | undefined): string {
  const { id, clause, title, level, verdict, reason } = requirement
  const attributes = { classname: clause, name: `${id}: ${title}`, time: secondsOf(requirement).toFixed(3) }
  const content = () => {
    if (verdict === 'failed')
      return [
        element('failure', { message: reason, type: level }, [
          escapeXml([...failureLines(requirement, cause), ...reproductionOf(requirement)].join('\n')),
        ]),
      ]
    return verdict === 'not-exercised' ? [element('skipped', { message: reason }, [])] : []
  }
  return element('testcase', attributes, content())
}

function secondsOf({ checks }: ReportedRequirement): number {
  return checks.reduce((sum, check) => sum + check.durationMs, 0) / 1000
}

/** The first requirement of a cause has all details; the others refer to it. */
function failureLines(
  { id, checks }: ReportedRequirement,
  cause: ReportedCause | undefined,
): readonly string[] {
  if (cause === undefined) return breachesOf(checks)
  const { requirements, following = [], expected, observed, differing, at } = cause
  const { under = [], remedies = [] } = cause
  const [first = id] = requirements
  if (first !== id) return [`the cause is that of ${first}: expected ${expected}`]
  const others = [...requirements.slice(1), ...following]
  return [
    `expected ${expected}`,
    `observed ${observed.join(' | ')}${differing > observed.length ? ` and ${differing - observed.length} more` : ''}`,
    ...(at.length === 0 ? [] : [`at ${at.join(', ')}`]),
    ...(under.length === 0 ? [] : [`under ${under.slice(0, MOST_LINES).join(' | ')}`]),
    ...remedies.map((remedy) => `change: ${remedy}`),
    ...(others.length === 0 ? [] : [`the same cause breaks ${others.join(', ')}`]),
    `seen ${count(cause.times, 'time')} in ${count(cause.scenarios.length, 'scenario')}: ${cause.scenarios.slice(0, MOST_LINES).join(', ')}`,
    `again: ${cause.rerun}`,
  ]
}

/** The different breaches that checks found, each one once. */
function breachesOf(checks: ReportedRequirement['checks']): readonly string[] {
  const found = checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
  const groups = [...Map.groupBy(found, ({ message }) => message)]
  const lines = groups.slice(0, MOST_LINES).map(([message, [first, ...more]]) => {
    const times = more.length === 0 ? '' : ` (and ${more.length} more)`
    return `${first?.name ?? ''}${times}: ${message}`
  })
  return groups.length > MOST_LINES ? [...lines, `and ${groups.length - MOST_LINES} more`] : lines
}

function reproductionOf({ reproduction, notReproduced }: ReportedRequirement): readonly string[] {
  if (reproduction !== undefined) return [`reproduction, in the folder of this file: ${reproduction}`]
  return notReproduced === undefined ? [] : [`no script reproduces it: ${notReproduced}`]
}

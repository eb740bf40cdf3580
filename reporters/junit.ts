import { endSentence } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { bySection } from './sections.ts'
import { element, escapeXml } from './xml.ts'

/**
 * Makes `junit.xml`: a test suite for each section of the specification, a test case for each requirement.
 * Requirements that were not exercised are skipped; warnings and observations are the suite's output. A run
 * that is incomplete has an error of its own, so that no CI shows it green. It keeps to the elements that
 * every dialect of the format has in common: `schemas/junit.xsd`.
 */
export function junitXml(report: Report): string {
  const sections = bySection(report.requirements).map(({ number, title, members }) => ({
    name: `${number} ${title}`,
    cases: members.map(testCase),
    members,
  }))
  const suites = sections.map((section, id) => suite(report, { ...section, id, errors: 0 }))
  const whole =
    report.verdict === 'incomplete'
      ? [
          suite(report, {
            name: 'run',
            cases: [incomplete(report)],
            members: [],
            id: suites.length,
            errors: 1,
          }),
        ]
      : []
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, [...suites, ...whole])}\n`
}

interface Suite {
  readonly name: string
  readonly cases: readonly string[]
  readonly members: readonly ReportedRequirement[]
  readonly id: number
  readonly errors: number
}

function suite(report: Report, { name, cases, members, id, errors }: Suite): string {
  const of = (verdict: string) => members.filter((member) => member.verdict === verdict)
  const attributes = {
    name,
    package: `${report.suite.name} ${report.target.name}`,
    id,
    // The format knows no time zone; it is UTC here, like every time of a report.
    timestamp: report.startedAt.slice(0, 19),
    hostname: hostOf(report.target.baseUrl),
    tests: cases.length,
    failures: of('failed').length,
    errors,
    skipped: of('not-exercised').length,
    time: members.reduce((sum, member) => sum + secondsOf(member), 0).toFixed(3),
  }
  const told = [...of('warned'), ...of('observed')].map(
    (member) => `${member.verdict}: ${member.id}: ${member.reason}${breachesOf(member, '\n  ')}`,
  )
  return element('testsuite', attributes, [
    element('properties', {}, [
      element('property', { name: 'verdict', value: report.verdict }, []),
      element('property', { name: 'apiVersion', value: report.target.apiVersion }, []),
      element('property', { name: 'seed', value: report.seed }, []),
    ]),
    ...cases,
    element('system-out', {}, [escapeXml(told.join('\n'))]),
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

function testCase(requirement: ReportedRequirement): string {
  const { id, clause, title, level, verdict, reason } = requirement
  const attributes = { classname: clause, name: `${id}: ${title}`, time: secondsOf(requirement).toFixed(3) }
  const content = () => {
    if (verdict === 'failed')
      return [
        element('failure', { message: reason, type: level }, [
          escapeXml(breachesOf(requirement, '\n').trimStart() + reproductionOf(requirement)),
        ]),
      ]
    return verdict === 'not-exercised' ? [element('skipped', { message: reason }, [])] : []
  }
  return element('testcase', attributes, content())
}

function secondsOf({ checks }: ReportedRequirement): number {
  return checks.reduce((sum, check) => sum + check.durationMs, 0) / 1000
}

function breachesOf({ checks }: ReportedRequirement, before: string): string {
  return checks
    .filter((check) => check.verdict === 'failed' || check.verdict === 'warned')
    .map((check) => `${before}${check.name}: ${check.message}`)
    .join('')
}

const reproductionOf = ({ reproduction }: ReportedRequirement): string =>
  reproduction === undefined ? '' : `\nreproduction: ${reproduction}`

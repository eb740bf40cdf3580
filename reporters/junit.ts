import { endSentence } from './prose.ts'
import type { Report, ReportedRequirement } from './report.ts'
import { bySection } from './sections.ts'

/**
 * Makes `junit.xml`: a test suite for each section of the specification, a test case for each requirement. What was not
 * exercised is skipped, warnings and observations are output, and a run that is incomplete has an error of its own, so
 * that no CI shows it green.
 */
export function junitXml(report: Report): string {
  const suites = bySection(report.requirements).map(({ number, title, members }) =>
    suite(`${number} ${title}`, members.map(testCase), members),
  )
  const whole = report.verdict === 'incomplete' ? [incomplete(report)] : []
  const body = element('testsuites', { name: `${report.suite.name} ${report.target.name}` }, [
    ...suites,
    ...whole,
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`
}

function suite(name: string, cases: readonly string[], members: readonly ReportedRequirement[]): string {
  const count = (verdict: string) => members.filter((member) => member.verdict === verdict).length
  const counts = {
    tests: members.length,
    failures: count('failed'),
    errors: 0,
    skipped: count('not-exercised'),
  }
  return element('testsuite', { name, ...counts }, cases)
}

function incomplete({ end, reason }: Report): string {
  const error = element('error', { message: reason, type: 'incomplete' }, [escapeXml(endSentence(end))])
  const whole = element('testcase', { classname: 'run', name: 'the run was finished' }, [error])
  return element('testsuite', { name: 'run', tests: 1, failures: 0, errors: 1, skipped: 0 }, [whole])
}

function testCase({ id, clause, title, level, verdict, reason, checks }: ReportedRequirement): string {
  const seconds = checks.reduce((sum, check) => sum + check.durationMs, 0) / 1000
  const attributes = { classname: clause, name: `${id}: ${title}`, time: seconds.toFixed(3) }
  const breaches = checks.filter((check) => check.verdict === 'failed' || check.verdict === 'warned')
  const detail = breaches.map((check) => `${check.name}: ${check.message}`).join('\n')
  const content = () => {
    if (verdict === 'failed')
      return [element('failure', { message: reason, type: level }, [escapeXml(detail)])]
    if (verdict === 'not-exercised') return [element('skipped', { message: reason }, [])]
    if (verdict === 'warned') return [element('system-out', {}, [escapeXml(`warned: ${reason}\n${detail}`)])]
    if (verdict === 'observed') return [element('system-out', {}, [escapeXml(`observed: ${reason}`)])]
    return []
  }
  return element('testcase', attributes, content())
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
  const start = `<${name}${written.join('')}`
  if (content.length === 0) return `${start}/>`
  const block = content.some((part) => part.startsWith('<'))
  return block ? `${start}>\n${content.join('\n')}\n</${name}>` : `${start}>${content.join('')}</${name}>`
}

/** XML 1.0 knows no way at all to write most control characters, so they become a replacement character. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

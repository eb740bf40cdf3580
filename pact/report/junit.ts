import { element, escapeXml } from '../../reporters/index.ts'
import type { CheckedFile, CheckedInteraction, TracedFinding } from '../check.ts'
import { sourceOf } from './text.ts'

export interface JunitFacts {
  /** The version that was judged by. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Makes JUnit XML: a test suite for each file, a test case for each interaction; what is open is the suite's output. */
export function checkJunit(files: readonly CheckedFile[], facts: JunitFacts): string {
  const suites = files.map((file, id) => suite(file, id, facts))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}\n`
}

function suite(
  { file, consumer, interactions }: CheckedFile,
  id: number,
  { version, now }: JunitFacts,
): string {
  const opens = interactions.flatMap(({ findings }) => findings.filter(({ verdict }) => verdict === 'open'))
  const attributes = {
    name: file,
    package: consumer || 'pact',
    id,
    timestamp: new Date(now).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: interactions.length,
    failures: interactions.filter(({ verdict }) => verdict === 'failed').length,
    errors: 0,
    skipped: 0,
    time: '0.000',
  }
  return element('testsuite', attributes, [
    element('properties', {}, [element('property', { name: 'apiVersion', value: version }, [])]),
    ...interactions.map(testCase),
    element('system-out', {}, [escapeXml(opens.map(line).join('\n'))]),
    element('system-err', {}, []),
  ])
}

function testCase({ description, at, findings }: CheckedInteraction): string {
  const failed = findings.filter(({ verdict }) => verdict === 'failed')
  const name = `${at}: ${description}`
  return element(
    'testcase',
    { classname: 'pact', name, time: '0.000' },
    failed.length === 0
      ? []
      : [
          element('failure', { message: failed[0]?.reason ?? '', type: 'failed' }, [
            escapeXml(failed.map(line).join('\n')),
          ]),
        ],
  )
}

const line = (finding: TracedFinding): string =>
  `${finding.at}: specified ${finding.expected}; the file: ${finding.observed}. ${finding.reason} (${sourceOf(finding)})`

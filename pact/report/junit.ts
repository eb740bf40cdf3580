import { escapeXml } from '../../conformance/xml.ts'
import { element } from '../../reporters/index.ts'

export interface JunitFacts {
  /** The version by which the files were judged. */
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A file in the JUnit report. */
export interface JunitFile {
  readonly file: string
  readonly consumer: string
  readonly cases: readonly JunitCase[]
  /** Lines of the suite's output: findings that only warn. */
  readonly reported: readonly string[]
}

interface JunitCase {
  readonly description: string
  readonly at: string
  /** A line for each breach. */
  readonly failures: readonly string[]
  /** Why it was not exercised. */
  readonly skipped?: string
}

/** Makes JUnit XML: a test suite for each file, a test case for each interaction. */
export function junitOf(files: readonly JunitFile[], facts: JunitFacts): string {
  const suites = files.map((file, id) => suite(file, id, facts))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, suites)}\n`
}

function suite(
  { file, consumer, cases, reported }: JunitFile,
  id: number,
  { version, now }: JunitFacts,
): string {
  const attributes = {
    name: file,
    package: consumer || 'pact',
    id,
    timestamp: new Date(now).toISOString().slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: cases.filter(({ failures }) => failures.length > 0).length,
    errors: 0,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
    time: '0.000',
  }
  return element('testsuite', attributes, [
    element('properties', {}, [element('property', { name: 'apiVersion', value: version }, [])]),
    ...cases.map(testCase),
    element('system-out', {}, [escapeXml(reported.join('\n'))]),
    element('system-err', {}, []),
  ])
}

function testCase({ description, at, failures, skipped }: JunitCase): string {
  const [first] = failures
  const content =
    first === undefined
      ? skipped === undefined
        ? []
        : [element('skipped', { message: skipped }, [])]
      : [element('failure', { message: first, type: 'failed' }, [escapeXml(failures.join('\n'))])]
  return element('testcase', { classname: 'pact', name: `${at}: ${description}`, time: '0.000' }, content)
}

import { escapeXml } from '../../conformance/xml.ts'
import { worst } from '../change.ts'
import type { WriterInput } from './summary.ts'

/** A comparison for a build server: a test case for each change. A breaking change without an allowance fails. */
export function changesJunit({ old, now, changes, weighed }: WriterInput, timestamp: string): string {
  const open = new Set(weighed.breaking)
  const cases = changes.map((change) => {
    const name = `${change.kind} ${change.at}`
    const head = `<testcase classname="${worst(change)}" name="${escapeXml(name)}" time="0.000"`
    if (!open.has(change)) return `${head}/>`
    const body = escapeXml([change.reason, ...change.within].join('\n'))
    return `${head}>\n<failure message="${escapeXml(change.reason)}" type="${change.kind}">${body}</failure>\n</testcase>`
  })
  // Some readers reject a suite without test cases.
  const all = cases.length > 0 ? cases : ['<testcase classname="none" name="nothing changed" time="0.000"/>']
  const attributes = Object.entries({
    name: `${old.version} to ${now.version}`,
    package: 'quote-conformance diff',
    id: '0',
    timestamp: timestamp.slice(0, 19),
    hostname: 'localhost',
    tests: String(all.length),
    failures: String(open.size),
    errors: '0',
    skipped: '0',
    time: '0.000',
  }).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `<testsuite${attributes.join('')}>`,
    '<properties/>',
    ...all,
    '<system-out/>',
    '<system-err/>',
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

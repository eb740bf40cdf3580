import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  type Attachment,
  ContentType,
  Severity,
  Stage,
  Status,
  type StepResult,
  type TestResult,
} from 'allure-js-commons'
import type { Category, EnvironmentInfo } from 'allure-js-commons/sdk'
import type { Evidence, Proof } from '../evidence.ts'
import type { Report, ReportedRequirement } from '../report.ts'
import { bySection } from '../sections.ts'

/** The contents of a folder of Allure results. */
export interface AllureResults {
  readonly tests: readonly TestResult[]
  /** Attachments: content by file name. */
  readonly attachments: ReadonlyMap<string, string>
  readonly categories: readonly Category[]
  readonly environment: EnvironmentInfo
}

const severities = { must: Severity.CRITICAL, should: Severity.MINOR, observe: Severity.TRIVIAL } as const

/** The categories of failures. */
const categories: readonly Category[] = [
  { name: 'Breaches of the specification', matchedStatuses: [Status.FAILED] },
  { name: 'Judging was cut off', matchedStatuses: [Status.BROKEN] },
  {
    name: 'Not exercised for what the profile says or lacks',
    matchedStatuses: [Status.SKIPPED],
    messageRegex: '.*\\(profile key .*',
  },
  { name: 'Not exercised', matchedStatuses: [Status.SKIPPED] },
]

/**
 * Makes Allure results: a test for each requirement, its checks as steps, and the exchanges of a breach as attachments. The
 * history id depends only on side and requirement, so that Allure follows a requirement over all runs.
 */
export function allureResults(report: Report): AllureResults {
  const attachments = new Map<string, string>()
  const tests = bySection(report.requirements).flatMap(({ number, title, members }) =>
    members.map((requirement) => testOf(requirement, `${number} ${title}`, report, attachments)),
  )
  const { suite, target, kind, seed, verdict } = report
  return {
    tests,
    attachments,
    categories,
    environment: {
      suite: `${suite.name} ${suite.version}`,
      side: kind,
      target: target.name,
      environment: target.environment,
      base_url: target.baseUrl,
      api_version: target.apiVersion,
      seed: String(seed),
      verdict,
    },
  }
}

function testOf(
  requirement: ReportedRequirement,
  section: string,
  { kind, suite, target, startedAt, seed }: Report,
  attachments: Map<string, string>,
): TestResult {
  const { id, clause, level, title, verdict, reason, key, checks } = requirement
  const start = Date.parse(startedAt)
  const identity = digest(`${suite.name} ${kind} ${id}`)
  const steps = checks.map((check): StepResult => stepOf(check, start, attachments))
  return {
    uuid: uuidOf(digest(`${identity} ${target.name} ${startedAt} ${seed}`)),
    historyId: identity,
    testCaseId: identity,
    fullName: `${kind}/${id}`,
    name: title,
    titlePath: [kind, section, clause],
    description: `\`${id}\`, clause ${clause}, level ${level}${key === undefined ? '' : `\n\nProfile key: \`${key}\``}`,
    status: statusOf(requirement),
    statusDetails: verdict === 'passed' ? {} : { message: reason },
    stage: Stage.FINISHED,
    start,
    stop: start + checks.reduce((sum, { durationMs }) => sum + durationMs, 0),
    labels: [
      { name: 'epic', value: `Conformance of a ${kind}` },
      { name: 'feature', value: section },
      { name: 'story', value: clause },
      { name: 'severity', value: severities[level] },
      { name: 'parentSuite', value: kind },
      { name: 'suite', value: section },
      { name: 'subSuite', value: clause },
      { name: 'host', value: target.name },
      { name: 'framework', value: suite.name },
      { name: 'requirement', value: id },
      { name: 'clause', value: clause },
      { name: 'tag', value: level },
      { name: 'tag', value: verdict },
    ],
    links: [],
    parameters: [{ name: 'target', value: target.name, excluded: true }],
    attachments: [],
    steps,
  }
}

function stepOf(
  { name, verdict, message, durationMs, evidence }: ReportedRequirement['checks'][number],
  start: number,
  attachments: Map<string, string>,
): StepResult {
  return {
    name: `${name}: ${message}`,
    status: stepStatus[verdict],
    statusDetails: {},
    stage: Stage.FINISHED,
    start,
    stop: start + durationMs,
    steps: [],
    parameters: [],
    attachments: evidence.filter(isProof).flatMap((proof) => proofFiles(proof, attachments)),
  }
}

const stepStatus = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  warned: Status.FAILED,
  observed: Status.PASSED,
  'not-exercised': Status.SKIPPED,
} as const

/** Allure has no status for warnings. A warning never fails a run, so it is passed, with a tag and a message that say so. */
function statusOf({ verdict, cutOff }: ReportedRequirement): Status {
  if (verdict === 'failed') return Status.FAILED
  if (cutOff === true) return Status.BROKEN
  return verdict === 'not-exercised' ? Status.SKIPPED : Status.PASSED
}

function isProof(evidence: Evidence): evidence is Proof {
  return 'findings' in evidence
}

/** One exchange may prove many breaches. Its file name comes from its content, so that it is stored once. */
function proofFiles(
  { exchange, record, curl, findings, rerun }: Proof,
  attachments: Map<string, string>,
): Attachment[] {
  const keep = (name: string, text: string, extension: string, type: string): Attachment => {
    const source = basename(`${digest(text)}-attachment.${extension}`)
    attachments.set(source, text)
    return { name, source, type, size: Buffer.byteLength(text) }
  }
  const words = findings.map(({ expected, observed, at }) =>
    [`expected ${expected}`, `observed ${observed}`, ...(at === undefined ? [] : [`at ${at}`])].join('\n'),
  )
  return [
    ...(words.length === 0 ? [] : [keep('findings', words.join('\n\n'), 'txt', ContentType.TEXT)]),
    ...(record === undefined
      ? []
      : [keep(`exchange ${exchange}`, JSON.stringify(record, null, 1), 'json', ContentType.JSON)]),
    ...(curl === undefined ? [] : [keep('curl', curl, 'txt', ContentType.TEXT)]),
    keep('re-run', rerun, 'txt', ContentType.TEXT),
  ]
}

function digest(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 32)
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

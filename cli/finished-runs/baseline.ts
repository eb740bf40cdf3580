import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { usageError } from '../../conformance/errors.ts'
import type { CheckResult } from '../../conformance/events.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import {
  type Baseline,
  causeId,
  causesNamedIn,
  exitCodeOf,
  namedIn,
  type Report,
  type WeighedFailures,
  weigh,
} from '../../reporters/index.ts'

const schema = new URL('../../reporters/schemas/baseline.schema.json', import.meta.url)

/**
 * Reads a baseline of known failures.
 *
 * @throws ConformanceError USAGE naming the file and what is wrong in it
 */
export function readBaseline(file: string): Baseline {
  const value = read(file)
  const validate = new Ajv2020().compile<{ known_failures: Baseline }>(
    JSON.parse(readFileSync(schema, 'utf8')),
  )
  if (validate(value)) return value.known_failures
  const [first] = validate.errors ?? []
  const place = first?.instancePath === '' ? 'its root' : first?.instancePath
  throw usageError(
    `--baseline ${file}: ${place} ${first?.message}`,
    'it should be known_failures: a list of { requirement, reason } or { cause, reason }',
  )
}

function read(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw usageError(`--baseline ${file} cannot be read: ${reasonOf(error)}`)
  }
}

/** Says which failures of a run need not end it early: those of a baseline. */
export function knownBy(baseline: Baseline): (check: CheckResult) => boolean {
  const [requirements, causes] = [new Set(namedIn(baseline)), causesNamedIn(baseline)]
  return ({ requirement, verdict }) =>
    requirements.has(requirement) ||
    (verdict.kind === 'failed' &&
      verdict.findings.length > 0 &&
      verdict.findings.every((one) => causes.has(causeId(one))))
}

/**
 * The exit code of a run that is compared with a baseline. Known failures no longer fail it; stale entries of the baseline do.
 */
export function exitCodeWith(
  report: Report,
  baseline: Baseline,
): { readonly code: 0 | 1 | 3; readonly weighed: WeighedFailures } {
  const weighed = weigh(report, baseline)
  if (report.verdict === 'incomplete') return { code: 3, weighed }
  const failed = weighed.unknown.length + weighed.stale.length > 0
  return { code: failed ? 1 : exitCodeOf({ ...report, verdict: 'conformant' }), weighed }
}

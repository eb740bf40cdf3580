import { createHash } from 'node:crypto'
import { causeOf } from '../conformance/cause.ts'
import type { Finding } from '../conformance/verdict.ts'
import { comparable } from './compare/observations.ts'

const LENGTH = 8

/**
 * A short name of a cause, by which a baseline names it: the same in every run of the same suite. An observed value is part of
 * it only where the claim gave its kind, since other values at the same place have the same cause. The operation is part of it where
 * the claim gave it, since the same wrong answer elsewhere has another cause.
 */
export function causeId(finding: Finding): string {
  const { expected, place } = causeOf(finding)
  const { observed = '', operation } = finding.cause ?? {}
  const parts = [expected, place, observed, ...(operation === undefined ? [] : [operation])]
  return createHash('sha256')
    .update(JSON.stringify(parts.map(comparable)))
    .digest('hex')
    .slice(0, LENGTH)
}

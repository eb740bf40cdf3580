import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Exchange } from '../../conformance/exchange.ts'
import { restoreTrace, type StoredTrace } from '../../conformance/trace.ts'

export const tracesFolder = resolve(import.meta.dirname, '../../test-data/traces')

/** Scenarios whose traces are stored: one or two from each room of the suite. */
export const RECORDED: readonly string[] = [
  'auth/status',
  'bind/ready-quote',
  'documents/in-issued',
  'documents/in-ready-to-bind',
  'ids/unknown-on-policy',
  'ids/unknown-on-status',
  'service/journey',
  'states/requests-in-declined',
  'states/review-decline',
  'status/reads',
  'submit/declined',
  'submit/refuses-broken-naics',
  'submit/retention-forms',
  'submit/retention-raised',
  'token/grant',
  'token/wrong-secret-refused',
  'update/insured-contact-in-ready-to-bind',
]

export const traceFile = (scenario: string): string => `${scenario.replace('/', '.')}.json`

interface Stored {
  readonly trace: StoredTrace
  readonly exchanges: readonly Exchange[]
}

/** A stored trace with its exchanges, after a change to its JSON text. */
export async function readTrace(
  scenario: string,
  change: (stored: Stored) => Stored = (stored) => stored,
): Promise<{ trace: unknown; exchanges: readonly Exchange[] }> {
  const stored = change(JSON.parse(await readFile(join(tracesFolder, traceFile(scenario)), 'utf8')) as Stored)
  return { trace: restoreTrace(stored.trace, stored), exchanges: stored.exchanges }
}

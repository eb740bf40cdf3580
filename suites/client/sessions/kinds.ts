import type { Operation } from '../../../conformance/exchange.ts'
import type { ClientNeed } from '../../../conformance/ports/client.ts'

/** The kinds of requests that a client sends. */
export const REQUEST_KINDS = [
  'token',
  'submit',
  'status',
  'update',
  'bind',
  'quote-proposal',
  'policy',
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/**
 * Duration of a rating that takes several polls, in milliseconds. Shorter than in sessions without faults, since a repeat takes
 * time too.
 */
export const SLOW_MS = 7000

/** The journey step that a kind of request belongs to. */
const STEPS: Readonly<Partial<Record<Operation, ClientNeed>>> = {
  status: { journey: 'poll' },
  update: { journey: 'update' },
  bind: { journey: 'bind' },
  'quote-proposal': { journey: 'proposal' },
  policy: { journey: 'policy' },
}

/** The journey steps without which no request of a kind is sent. */
export const needsOf = (on: RequestKind): readonly ClientNeed[] => {
  const need = STEPS[on]
  return need === undefined ? [] : [need]
}

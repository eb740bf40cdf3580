import type { Arrival, ScriptedAnswer } from '../../../../conformance/ports/webhooks.ts'
import type { Claim } from '../../../../conformance/scenario.ts'
import type { Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'

const EPOCH = Date.parse('2026-03-01T12:00:00.000Z')

const status = (code: number): ScriptedAnswer => ({ kind: 'answer', status: code })

/** Makes an attempt at a moment, in milliseconds since the start of the scenario, that was answered at once. */
export function attemptAt(
  ms: number,
  more: Partial<Arrival> & { readonly timestamp?: string } = {},
): Arrival {
  const { timestamp = new Date(EPOCH + ms).toISOString(), ...rest } = more
  return {
    id: `/a#${ms}`,
    endpoint: '/hooks',
    method: 'POST',
    headers: [
      ['event-id', 'e1'],
      ['timestamp', timestamp],
    ],
    body: JSON.stringify({ type: 'quote.created', timestamp: new Date(EPOCH).toISOString() }),
    bodySha256: '00',
    earliest: ms,
    latest: ms,
    ended: ms,
    answered: status(500),
    signature: { signedWith: 'current' },
    ...rest,
  }
}

/** The platform's time at the start of the scenario, which these attempts use. */
export const epoch = { least: EPOCH, most: EPOCH }

/** Judges a trace by all claims of a list. */
export function judgeAll<T>(
  claims: readonly Claim<T, Spec>[],
  trace: T,
  spec: Spec,
): readonly (readonly [claim: string, Verdict])[] {
  return claims.map((one) => [
    one.name === undefined ? one.requirement : `${one.requirement}: ${one.name}`,
    one.judge(trace, { spec, exchanges: [] }),
  ])
}

/** The claims that a trace breaks. */
export const breaches = <T>(claims: readonly Claim<T, Spec>[], trace: T, spec: Spec): readonly string[] =>
  judgeAll(claims, trace, spec).flatMap(([name, { kind }]) => (kind === 'failed' ? [name] : []))

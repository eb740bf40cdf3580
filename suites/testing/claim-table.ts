import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../conformance/exchange.ts'
import type { Scenario } from '../../conformance/scenario.ts'
import { all, type Finding, type Verdict } from '../../conformance/verdict.ts'

/** The same type with everything in it open to change. */
export type Changeable<T> = T extends (...given: never[]) => unknown
  ? T
  : { -readonly [K in keyof T]: Changeable<T[K]> }

/** A trace with one thing changed in it, and what a claim has to say of it. */
export interface ClaimRow<T> {
  readonly requirement: string
  /** How the trace differs; `as it is` for the trace itself. */
  readonly with: string
  /** Changes a copy of the trace, or puts another in its place. */
  readonly change?: (trace: Changeable<T>) => unknown
  /** `cut-off`: it cannot tell, and the target is why. */
  readonly expected: Verdict['kind'] | 'cut-off'
  /** Expected parts of the first finding, as far as they matter. */
  readonly finding?: Partial<Finding>
}

export interface ClaimTable<T, S> {
  readonly spec: S
  /** A trace in which everything is right: each claim passes on it, unless a row with it `as it is` says otherwise. */
  readonly trace: T
  readonly exchanges?: readonly Exchange[]
  readonly rows: readonly ClaimRow<T>[]
}

/**
 * Tests the claims of a scenario with a trace, without a target: each row changes one thing and names the verdict that follows.
 * Every requirement that the scenario judges has to have a row.
 */
export function testClaims<C, T, S>(
  scenario: Scenario<C, S>,
  { spec, trace, exchanges = [], rows }: ClaimTable<T, S>,
): void {
  const judged = [...new Set(scenario.claims.map(({ requirement }) => requirement))]
  const stated = new Set(rows.filter(({ change }) => change === undefined).map((row) => row.requirement))
  const unchanged = judged
    .filter((requirement) => !stated.has(requirement))
    .map((requirement): ClaimRow<T> => ({ requirement, with: 'as it is', expected: 'passed' }))

  describe(scenario.id, () => {
    test('has a row for each requirement that it judges', () => {
      expect(new Set(rows.map(({ requirement }) => requirement))).toEqual(new Set(judged))
    })

    test.each([...unchanged, ...rows])(
      '$requirement with $with: $expected',
      ({ requirement, change, expected, finding }) => {
        const verdict = all(
          scenario.claims
            .filter((claim) => claim.requirement === requirement)
            .map((claim) => claim.judge(changed(trace, change), { spec, exchanges })),
        )
        expect(kindOf(verdict), JSON.stringify(verdict)).toBe(expected)
        if (finding !== undefined)
          expect(verdict.kind === 'failed' ? verdict.findings[0] : undefined).toMatchObject(finding)
      },
    )
  })
}

function changed<T>(trace: T, change: ClaimRow<T>['change']): unknown {
  const copy = structuredClone(trace) as Changeable<T>
  return change?.(copy) ?? copy
}

function kindOf(verdict: Verdict): ClaimRow<unknown>['expected'] {
  return verdict.kind === 'cannot-tell' && verdict.cutOff === true ? 'cut-off' : verdict.kind
}
